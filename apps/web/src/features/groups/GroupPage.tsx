import { Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { mayEditGroup } from '@/api/capabilities';
import { groupQuery, rosterQuery } from '@/api/groups/queries';
import type { GroupKind } from '@/api/groups/names';
import { sessionQuery } from '@/api/session';
import cards from '@/components/cards/Cards.module.css';
import { lazyPart } from '@/components/lazy-part';
import { MayEdit } from '@/components/may-edit';
import { usePageTitle } from '@/components/page-title';
import { Part } from '@/components/Part';

import { ContactCard } from './ContactCard';
import { DetailsCard } from './DetailsCard';
import { GroupHeader } from './GroupHeader';
import { FormerCard, RosterCards } from './RosterCards';
import { mayChangeRoster } from './roster';
import { SubgroupsCard } from './SubgroupsCard';

const GroupActions = lazyPart(() => import('./GroupActions'));

interface GroupPageProps {
  kind: GroupKind;
  id: number;
}

/** A team or a committee: who is in it, and how to reach it. */
export function GroupPage({ kind, id }: GroupPageProps) {
  const { data: group } = useSuspenseQuery(groupQuery(kind, id));
  const roster = useQuery(rosterQuery(kind, id));
  const { data: me } = useQuery(sessionQuery);
  const mayEdit = mayEditGroup(me, group);
  usePageTitle(group.name);
  return (
    <MayEdit value={mayEdit}>
      <Stack gap="lg">
        <GroupHeader group={group} />
        <Part>{roster.data && <GroupActions group={group} roster={roster.data} />}</Part>
        <Stack gap="md">
          <MayEdit value={mayChangeRoster(me, group)}>
            <RosterCards group={group} roster={roster} />
          </MayEdit>
        </Stack>
        <div className={cards.columns}>
          <Stack gap="md" className={cards.column}>
            <DetailsCard group={group} />
            <FormerCard roster={roster} />
          </Stack>
          <Stack gap="md" className={cards.column}>
            <ContactCard group={group} />
            <SubgroupsCard kind={kind} id={id} />
          </Stack>
        </div>
      </Stack>
    </MayEdit>
  );
}
