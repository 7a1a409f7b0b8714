import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory, IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';

import type { Group as ClubGroup } from '@/api/groups/wire';
import type { Roster } from '@/api/types';
import { SectionCard } from '@/components/cards/SectionCard';
import { Folded } from '@/components/Folded';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { formatPeriod } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import classes from './Groups.module.css';
import { gather, sortFormer } from './roster';
import { type Block, blocks } from './blocks';
import { RosterTable } from './RosterTable';

const AddToRoster = lazyPart(() => import('./AddToRoster'));

const texts = groupTexts.roster;

interface RosterCardsProps {
  group: ClubGroup;
  roster: UseQueryResult<Roster>;
}

/** Who is in a group now, those who lead it first. */
export function RosterCards({ group, roster }: RosterCardsProps) {
  return (
    <>
      {blocks[group.kind].map((block, index, all) => (
        <CurrentCard
          key={block.role}
          block={block}
          group={group}
          roster={roster}
          keyed={index === all.length - 1}
        />
      ))}
    </>
  );
}

interface CurrentCardProps extends RosterCardsProps {
  block: Block;
  keyed: boolean;
}

function CurrentCard({ block, group, roster, keyed }: CurrentCardProps) {
  const { role, title, icon, empty } = block;
  const [adding, { open, close }] = useDisclosure();
  const entries = roster.data?.current ?? [];
  const people = gather(entries.filter((entry) => entry.role === role));
  return (
    <SectionCard
      title={title}
      icon={icon}
      action={
        <Group gap="xs" wrap="nowrap">
          <Count of={people.length} />
          {roster.data !== undefined && !adding && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={texts.addLabel[role]}
              onClick={open}
              data-print="never"
            >
              {texts.add[role]}
            </Button>
          )}
        </Group>
      }
    >
      <Part>
        {adding && <AddToRoster group={group} role={role} entries={entries} onClose={close} />}
      </Part>
      <ListState query={roster}>
        {() =>
          people.length === 0 ? (
            <Text size="sm" c="dimmed">
              {empty}
            </Text>
          ) : (
            <RosterTable group={group} role={role} title={title} people={people} keyed={keyed} />
          )
        }
      </ListState>
    </SectionCard>
  );
}

export function FormerCard({ roster }: { roster: UseQueryResult<Roster> }) {
  const former = sortFormer(roster.data?.former ?? []);
  if (former.length === 0) return null;
  return (
    <SectionCard title={texts.former} icon={IconHistory} action={<Count of={former.length} />}>
      <Folded items={former} limit={8}>
        {(shown) => (
          <ul className={classes.people}>
            {shown.map((entry, index) => (
              <li key={index} className={classes.person}>
                <PersonAvatar person={entry} size={36} />
                <Stack gap={0} miw={0}>
                  <AnchorLink
                    to="/leden/$personId"
                    params={{ personId: entry.id }}
                    preload={false}
                    inherit
                  >
                    {entry.name === '' ? personTexts.unnamed : entry.name}
                  </AnchorLink>
                  <Text size="xs" c="dimmed">
                    {[
                      entry.job_title || groupTexts.roles[entry.role],
                      formatPeriod(entry.start_date, entry.end_date),
                    ]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </Text>
                </Stack>
              </li>
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
