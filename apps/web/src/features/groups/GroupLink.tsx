import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

import type { GroupKind } from '@/api/groups/names';
import { AnchorLink } from '@/components/links';

import { groupPage } from './pages';
import type { GroupsSearch } from './route';

interface GroupLinkProps extends AnchorProps {
  kind: GroupKind;
  id: number;
  state?: { groupsSearch: GroupsSearch };
  children: ReactNode;
}

/** To the page of a team or a committee. */
export function GroupLink({ kind, id, ...rest }: GroupLinkProps) {
  return <AnchorLink {...groupPage(kind, id)} inherit preload={false} {...rest} />;
}
