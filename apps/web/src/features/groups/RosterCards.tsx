import { Avatar, Badge, Stack, Text } from '@mantine/core';
import {
  IconHistory,
  IconShirtSport,
  IconUsers,
  IconUserStar,
  type Icon,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';

import type { GroupKind } from '@/api/groups/wire';
import type { Roster, RosterEntry } from '@/api/types';
import { SectionCard } from '@/components/cards/SectionCard';
import { Folded } from '@/components/Folded';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { formatPeriod } from '@/lib/dates';
import { picturePath } from '@/lib/pictures';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import classes from './Groups.module.css';
import { gather, sortFormer } from './roster';

const texts = groupTexts.roster;

interface Block {
  role: RosterEntry['role'];
  title: string;
  icon: Icon;
  empty: string;
}

const blocks: Record<GroupKind, readonly Block[]> = {
  teams: [
    { role: 'staff', title: groupTexts.staff, icon: IconUserStar, empty: texts.noStaff },
    { role: 'player', title: groupTexts.players, icon: IconShirtSport, empty: texts.noPlayers },
  ],
  commissies: [
    { role: 'member', title: groupTexts.members, icon: IconUsers, empty: texts.noMembers },
  ],
};

interface RosterCardsProps {
  kind: GroupKind;
  roster: UseQueryResult<Roster>;
}

export function RosterCards({ kind, roster }: RosterCardsProps) {
  return (
    <>
      {blocks[kind].map((block) => (
        <CurrentCard key={block.role} block={block} roster={roster} />
      ))}
      <FormerCard roster={roster} />
    </>
  );
}

function CurrentCard({ block, roster }: { block: Block; roster: UseQueryResult<Roster> }) {
  const { role, title, icon, empty } = block;
  const people = gather((roster.data?.current ?? []).filter((entry) => entry.role === role));
  return (
    <SectionCard title={title} icon={icon} action={<Count of={people.length} />}>
      <ListState query={roster}>
        {() =>
          people.length === 0 ? (
            <Text size="sm" c="dimmed">
              {empty} {texts.howTo}
            </Text>
          ) : (
            <Folded items={people} limit={40}>
              {(shown) => (
                <ul className={classes.people}>
                  {shown.map(({ id, name, thumbnail, titles, since }) => (
                    <PersonLine
                      key={id}
                      id={id}
                      name={name}
                      thumbnail={thumbnail}
                      about={[titles.join(', '), formatPeriod(since, '')]}
                    />
                  ))}
                </ul>
              )}
            </Folded>
          )
        }
      </ListState>
    </SectionCard>
  );
}

function FormerCard({ roster }: { roster: UseQueryResult<Roster> }) {
  const former = sortFormer(roster.data?.former ?? []);
  if (former.length === 0) return null;
  return (
    <SectionCard title={texts.former} icon={IconHistory} action={<Count of={former.length} />}>
      <Folded items={former} limit={8}>
        {(shown) => (
          <ul className={classes.people}>
            {shown.map(({ id, name, thumbnail, job_title, start_date, end_date, role }, index) => (
              <PersonLine
                key={index}
                id={id}
                name={name}
                thumbnail={thumbnail}
                about={[job_title || groupTexts.roles[role], formatPeriod(start_date, end_date)]}
              />
            ))}
          </ul>
        )}
      </Folded>
    </SectionCard>
  );
}

function Count({ of }: { of: number }) {
  return of === 0 ? null : (
    <Badge variant="light" flex="none">
      {of}
    </Badge>
  );
}

interface PersonLineProps {
  id: number;
  name: string;
  thumbnail: string;
  about: readonly string[];
}

function PersonLine({ id, name, thumbnail, about }: PersonLineProps) {
  const shown = name === '' ? personTexts.unnamed : name;
  const details = about.filter((part) => part !== '').join(' · ');
  return (
    <li className={classes.person}>
      <Avatar src={picturePath(thumbnail)} name={shown} size={36} color="club" alt="" aria-hidden />
      <Stack gap={0} miw={0}>
        <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} inherit>
          {shown}
        </AnchorLink>
        {details !== '' && (
          <Text size="xs" c="dimmed">
            {details}
          </Text>
        )}
      </Stack>
    </li>
  );
}
