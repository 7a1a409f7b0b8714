import { Badge, type BadgeProps } from '@mantine/core';

import { peopleTexts } from '@/texts/people';

export function FormerBadge({ size = 'sm' }: Pick<BadgeProps, 'size'>) {
  return (
    <Badge variant="default" size={size} flex="none">
      {peopleTexts.formerMember}
    </Badge>
  );
}
