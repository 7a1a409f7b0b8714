import { Button, Group, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconDotsVertical, IconX } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { useChangeFeedback, useRemoveFeedback } from '@/api/feedback';
import type { FeedbackItem, FeedbackPriority, FeedbackStatus, Me } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Part } from '@/components/Part';
import { useLeadOn } from '@/components/use-lead-on';
import { notifyFailure } from '@/lib/notify-failure';
import { commonTexts } from '@/texts/common';
import { feedbackTexts as texts } from '@/texts/feedback';

import { ApproveDialog, DeclineDialog, DuplicateDialog, EditDialog } from './FeedbackDialogs';
import { feedbackPriorities } from './route';

/** What administrators do at each status. */
const mayBe = {
  approved: ['new', 'needs_info', 'declined', 'resolved'],
  declined: ['new', 'approved', 'needs_info'],
  resolved: ['approved', 'needs_info'],
} satisfies Partial<Record<FeedbackStatus, readonly FeedbackStatus[]>>;

const can = (to: keyof typeof mayBe, from: FeedbackStatus) =>
  mayBe[to].some((status) => status === from);

type Asked = 'approve' | 'decline' | 'edit' | 'duplicate' | 'remove';

/** What the user may do with an item. */
export function FeedbackActions({ item, me }: { item: FeedbackItem; me: Me }) {
  const [asked, setAsked] = useState<Asked>();
  const change = useChangeFeedback();
  const remove = useRemoveFeedback();
  const leadOn = useLeadOn();
  const search = useLocation({ select: ({ state }) => state.feedbackSearch });
  const { is_admin } = me;
  const own = item.author.id === me.id;
  const { status } = item;
  const mayEdit = is_admin || (own && (status === 'new' || status === 'needs_info'));
  const close = () => setAsked(undefined);
  const put = (body: { status?: FeedbackStatus; priority?: FeedbackPriority }, message: string) =>
    change.mutate(
      { item, body },
      {
        onSuccess: () => notifications.show({ color: 'green', message }),
        onError: notifyFailure,
      },
    );
  if (!is_admin && !own) return null;
  return (
    <Group gap="xs">
      {is_admin && can('approved', status) && (
        <Button
          variant={status === 'resolved' ? 'default' : 'filled'}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => setAsked('approve')}
        >
          {status === 'resolved' ? texts.approveAgain : texts.approve}
        </Button>
      )}
      {is_admin && can('declined', status) && (
        <Button
          variant="default"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => setAsked('decline')}
        >
          {texts.decline}
        </Button>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDotsVertical size={18} aria-hidden />}
            loading={change.isPending}
          >
            {commonTexts.moreActions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && <Menu.Item onClick={() => setAsked('edit')}>{texts.edit}</Menu.Item>}
          {is_admin && (
            <>
              {status === 'approved' && (
                <Menu.Item onClick={() => put({ status: 'new' }, texts.moved)}>
                  {texts.postpone}
                </Menu.Item>
              )}
              {status === 'in_progress' && (
                <Menu.Item onClick={() => put({ status: 'approved' }, texts.moved)}>
                  {texts.release}
                </Menu.Item>
              )}
              {can('resolved', status) && (
                <Menu.Item onClick={() => put({ status: 'resolved' }, texts.moved)}>
                  {texts.resolve}
                </Menu.Item>
              )}
              <Menu.Item onClick={() => setAsked('duplicate')}>{texts.duplicate}</Menu.Item>
              <Menu.Label>{texts.priority}</Menu.Label>
              {feedbackPriorities.map((priority) => (
                <Menu.Item
                  key={priority}
                  disabled={priority === item.meta.priority}
                  onClick={() => put({ priority }, texts.saved)}
                >
                  {texts.priorities[priority]}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item color="var(--mantine-color-error)" onClick={() => setAsked('remove')}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'approve' && <ApproveDialog item={item} onClose={close} />}
      {asked === 'decline' && <DeclineDialog item={item} onClose={close} />}
      {asked === 'duplicate' && <DuplicateDialog item={item} onClose={close} />}
      <Part onGiveUp={close}>{asked === 'edit' && <EditDialog item={item} onClose={close} />}</Part>
      <ConfirmDialog
        opened={asked === 'remove'}
        onClose={close}
        title={texts.removeTitle}
        message={texts.removeMessage}
        confirm={texts.remove}
        mutation={remove}
        variables={item}
        onDone={() => {
          notifications.show({ color: 'green', message: texts.removed });
          void leadOn({ to: '/feedback', search: search ?? {} });
        }}
      />
    </Group>
  );
}
