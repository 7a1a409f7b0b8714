import { Badge } from '@mantine/core';

import type { FeedbackItem, FeedbackStatus } from '@/api/types';
import { feedbackTexts as texts } from '@/texts/feedback';

const colors: Record<FeedbackStatus, string> = {
  new: 'blue',
  approved: 'indigo',
  in_progress: 'violet',
  in_review: 'violet',
  needs_info: 'orange',
  resolved: 'green',
  declined: 'gray',
};

/** How far an item is, what it is, and how urgent, where that is not as usual. */
export function FeedbackBadges({
  status,
  type,
  meta,
}: Pick<FeedbackItem, 'status' | 'type' | 'meta'>) {
  const { priority } = meta;
  return (
    <>
      <Badge variant="light" color={colors[status]} tt="none">
        {texts.statuses[status]}
      </Badge>
      <Badge variant="default" tt="none">
        {texts.types[type]}
      </Badge>
      {priority !== 'medium' && (
        <Badge variant="light" color={priority === 'low' ? 'gray' : 'red'} tt="none">
          {texts.priorities[priority]}
        </Badge>
      )}
    </>
  );
}
