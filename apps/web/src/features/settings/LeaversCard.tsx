import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { leaverRehearsalQuery, touchedLeaversQuery, useStopLeavers } from '@/api/leavers';
import type { LeaverRehearsal, Leavers, TouchedLeaver } from '@/api/types';
import { Folded } from '@/components/Folded';
import { ListState } from '@/components/ListState';
import { AnchorLink } from '@/components/links';
import { MoreButton } from '@/components/MoreButton';
import { formatDate } from '@/lib/dates';
import { leaverTexts as texts } from '@/texts/leavers';

import { ConfirmButton } from './ConfirmButton';
import { KeepLeaverDialog } from './KeepLeaverDialog';
import { RowButton } from './RowButton';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';
import { SettingsRow } from './SettingsList';

type Proposal = Leavers['proposals'][number];

const shown = 10;

const day = (stamp: string) => formatDate(stamp.slice(0, 10));

/** What goes of people who left, or would go: of whom, when, and how it is stopped. */
export function LeaversCard({ overview }: { overview: Leavers }) {
  const { enabled, proposals, tells_to, next } = overview;
  const [newest, ...older] = proposals;
  const waits = newest?.state === 'waiting';
  const history = waits ? older : proposals;
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      {waits ? (
        <Waiting proposal={newest} overview={overview} />
      ) : (
        <>
          <Text>
            {enabled ? texts.on : texts.off} {enabled && next !== '' && texts.next(day(next))}
          </Text>
          {enabled && <Text>{texts.tellsTo(tells_to)}</Text>}
          <Rehearsal overview={overview} />
        </>
      )}
      {history.length > 0 && (
        <Stack gap={4}>
          <Title order={3}>{texts.history.title}</Title>
          <List size="sm">
            {history.map((proposal) => (
              <List.Item key={proposal.id}>{ending(proposal)}</List.Item>
            ))}
          </List>
        </Stack>
      )}
    </SettingsCard>
  );
}

/** What became of a proposal. */
const ending = ({ state, ended, stopped_by, people, left_out }: Proposal): string =>
  state === 'done'
    ? texts.history.done(day(ended), people - left_out)
    : texts.history.stopped(day(ended), stopped_by);

function Waiting({ proposal, overview }: { proposal: Proposal; overview: Leavers }) {
  const stop = useStopLeavers();
  const touched = useInfiniteQuery(touchedLeaversQuery(proposal.id));
  const { mailed } = overview;
  return (
    <>
      <Alert color="orange" title={texts.waiting.title(day(proposal.due), proposal.people)}>
        <Stack align="flex-start" gap="sm">
          <Counts counts={proposal.counts} overview={overview} />
          <Text size="sm">
            {mailed === '' ? texts.waiting.unmailed : texts.waiting.mailed(day(mailed))}{' '}
            {proposal.left_out > 0 && texts.waiting.leftOut(proposal.left_out)}
          </Text>
          <ConfirmButton
            label={texts.waiting.stop}
            title={texts.waiting.stopTitle}
            message={texts.waiting.stopMessage}
            confirm={texts.waiting.stop}
            mutation={stop}
            variables={proposal.id}
            done={() => texts.waiting.stopped}
          />
        </Stack>
      </Alert>
      <ListState query={touched}>
        {({ pages }) => (
          <People
            people={pages.flat()}
            overview={overview}
            total={touched.hasNextPage ? proposal.people - proposal.left_out : undefined}
            more={<MoreButton query={touched} />}
          />
        )}
      </ListState>
    </>
  );
}

function Rehearsal({ overview }: { overview: Leavers }) {
  const rehearsal = useQuery(leaverRehearsalQuery);
  return (
    <Stack gap="xs">
      <Title order={3}>{texts.rehearsal.title}</Title>
      <ListState query={rehearsal}>
        {({ people, counts, first, spared }) => (
          <>
            {people === 0 ? (
              <Text c="dimmed">{texts.rehearsal.nothing}</Text>
            ) : (
              <>
                <Text>{texts.rehearsal.count(people)}</Text>
                <Counts counts={counts} overview={overview} />
                <People people={first} overview={overview} />
                {people > first.length && (
                  <Text c="dimmed">{texts.rehearsal.more(people - first.length)}</Text>
                )}
              </>
            )}
            <Spared spared={spared} />
          </>
        )}
      </ListState>
    </Stack>
  );
}

function Spared({ spared }: Pick<LeaverRehearsal, 'spared'>) {
  if (spared.length === 0) return null;
  return (
    <Stack gap={4}>
      <Title order={3}>{texts.rehearsal.spared}</Title>
      <List size="sm">
        {spared.map(({ why, count }) => (
          <List.Item key={why}>{texts.spared[why](count)}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

const titleOf = ({ rules }: Leavers, kind: string) =>
  rules.find((rule) => rule.kind === kind)?.title ?? kind;

function Counts({ counts, overview }: { counts: Proposal['counts']; overview: Leavers }) {
  return (
    <List size="sm">
      {counts.map(({ kind, count, done }) => (
        <List.Item key={kind}>{texts.counted(titleOf(overview, kind), count, done)}</List.Item>
      ))}
    </List>
  );
}

interface PeopleProps {
  people: readonly TouchedLeaver[];
  overview: Leavers;
  /** How many there are, when not all of them came yet. */
  total?: number;
  /** Asks for the next ones, below all that came. */
  more?: ReactNode;
}

function People({ people, overview, total, more }: PeopleProps) {
  const [kept, setKept] = useState<TouchedLeaver>();
  return (
    <>
      <Folded items={people} limit={shown} total={total}>
        {(list) => (
          <>
            <ul className={classes.list}>
              {list.map((one) => (
                <PersonRow
                  key={one.person}
                  one={one}
                  overview={overview}
                  onKeep={() => setKept(one)}
                />
              ))}
            </ul>
            {list.length === people.length && more}
          </>
        )}
      </Folded>
      {kept && (
        <KeepLeaverDialog id={kept.person} name={nameOf(kept)} onClose={() => setKept(undefined)} />
      )}
    </>
  );
}

const nameOf = ({ person, name }: TouchedLeaver) => (name === '' ? texts.gone(person) : name);

interface PersonRowProps {
  one: TouchedLeaver;
  overview: Leavers;
  onKeep: () => void;
}

function PersonRow({ one, overview, onKeep }: PersonRowProps) {
  const { person, name, left, kinds } = one;
  return (
    <SettingsRow
      title={
        name === '' ? (
          texts.gone(person)
        ) : (
          <AnchorLink to="/leden/$personId" params={{ personId: person }}>
            {name}
          </AnchorLink>
        )
      }
      icon={IconUserOff}
      about={texts.left(
        left === '' ? '' : formatDate(left),
        kinds.map((kind) => titleOf(overview, kind).toLowerCase()),
      )}
    >
      {name !== '' && (
        <RowButton label={texts.keep.action} name={texts.keep.thing(name)} onClick={onKeep} />
      )}
    </SettingsRow>
  );
}
