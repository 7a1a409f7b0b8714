import { Avatar } from '@mantine/core';
import { IconShirtSport, IconUsersGroup, type Icon } from '@tabler/icons-react';

import type { GroupKind } from '@/api/groups/names';
import { mediaSrc } from '@/api/media';

/** Stands there for a group without a logo. */
export const groupIcons: Record<GroupKind, Icon> = {
  teams: IconShirtSport,
  commissies: IconUsersGroup,
};

interface GroupLogoProps {
  kind: GroupKind;
  logo: number;
}

/** The logo beside a name, which says it all to who cannot see it. */
export function GroupLogo({ kind, logo }: GroupLogoProps) {
  const Icon = groupIcons[kind];
  return (
    <Avatar src={mediaSrc(logo, 'thumbnail')} alt="" size={32} radius="sm" color="club" aria-hidden>
      <Icon size={20} stroke={1.5} />
    </Avatar>
  );
}
