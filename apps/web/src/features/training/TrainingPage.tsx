import {
  ActionIcon,
  Alert,
  Button,
  EmptyState,
  Group,
  NativeSelect,
  Stack,
  Text,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconBallFootball,
  IconChevronLeft,
  IconChevronRight,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { can } from '@/api/capabilities';
import { type GroupNames, useGroupNames } from '@/api/groups/names';
import { pitchesQuery, trainingQuery } from '@/api/training';
import type { TrainingBlock, TrainingPitch } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { addDays, dayText, weekOf } from '@/lib/calendar';
import { compareNames } from '@/lib/compare';
import { isoDay } from '@/lib/dates';
import { trainingTexts as texts } from '@/texts/training';

import { narrowed, sessionsOf, weekFrom } from './route';
import { type TrainingSearch, usualTrainingSearch } from './search';
import classes from './Training.module.css';
import { WeekTable } from './WeekTable';

const BlockForm = lazyPart(() => import('./BlockForm'));
const PitchesDialog = lazyPart(() => import('./PitchesDialog'));
const CopyDialog = lazyPart(() => import('./CopyDialog'));
const PrintWeek = lazyPart(() => import('./PrintWeek'));

interface TrainingPageProps {
  search: TrainingSearch;
  onSearch: (change: Partial<TrainingSearch>) => void;
}

/** The training that is opened: one of the schedule, or a new one on a pitch and a day. */
type Opened = { block: TrainingBlock; date: string } | { pitch: number; day: number };

type Shown = 'pitches' | 'copy' | 'print';

/** When which team trains where, by week. */
export function TrainingPage({ search, onSearch }: TrainingPageProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const keeps = can(me, 'teams', 'manage_options');
  const monday = weekFrom(search, isoDay(new Date()));
  const pitches = useQuery(pitchesQuery);
  const blocks = useQuery(trainingQuery);
  const names = useGroupNames(true);
  const [opened, setOpened] = useState<Opened>();
  const [shown, setShown] = useState<Shown>();
  const week = sessionsOf(blocks.data ?? [], monday);
  const sessions = narrowed(week, search);
  const clashes = sessions.filter((session) => session.clashes).length;
  const hide = () => setShown(undefined);
  const all = pitches.data ?? [];
  // A pitch that nobody uses says nothing to who only reads.
  const used = all.filter(
    ({ id }) =>
      (search.veld === 0 || search.veld === id) &&
      (keeps || sessions.some(({ block }) => block.pitch_id === id)),
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={texts.week(
          weekOf(monday),
          dayText(monday, 'short'),
          dayText(addDays(monday, 6), 'short'),
        )}
      />
      <Group justify="space-between" gap="sm" data-print="never">
        <WeekSteps search={search} onSearch={onSearch} monday={monday} />
        <Group gap="xs">
          {keeps && all.length > 0 && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setOpened({ pitch: search.veld || (all[0]?.id ?? 0), day: 1 })}
            >
              {texts.add}
            </Button>
          )}
          {keeps && (
            <>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setShown('pitches')}>
                {texts.pitches}
              </Button>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setShown('copy')}>
                {texts.copy}
              </Button>
            </>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => setShown('print')}
          >
            {texts.print}
          </Button>
        </Group>
      </Group>
      <Filters
        search={search}
        onSearch={onSearch}
        pitches={all}
        teams={new Set(blocks.data?.flatMap(({ team_ids }) => team_ids))}
        names={names}
      />
      {clashes > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={texts.clashes(clashes)}
        >
          {texts.clashesHint}
        </Alert>
      )}
      <ListState query={pitches}>
        {() => (
          <ListState query={blocks}>
            {(list) =>
              list.length === 0 || (sessions.length === 0 && !keeps) ? (
                <Nothing empty={list.length === 0} keeps={keeps} onSearch={onSearch} />
              ) : (
                <WeekTable
                  monday={monday}
                  pitches={used}
                  sessions={sessions}
                  names={names}
                  onOpen={keeps ? setOpened : undefined}
                  onAdd={keeps ? (pitch, day) => setOpened({ pitch, day }) : undefined}
                />
              )
            }
          </ListState>
        )}
      </ListState>
      <Part onGiveUp={() => setOpened(undefined)}>
        {opened && (
          <BlockForm
            {...('block' in opened
              ? { block: opened.block, date: opened.date }
              : { pitch: opened.pitch, day: opened.day, monday })}
            pitches={all}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Part>
      <Part onGiveUp={hide}>
        {shown === 'pitches' && <PitchesDialog pitches={all} onClose={hide} />}
        {shown === 'copy' && <CopyDialog onClose={hide} />}
        {shown === 'print' && (
          <PrintWeek
            monday={monday}
            pitches={used}
            sessions={sessions}
            names={names}
            onDone={hide}
          />
        )}
      </Part>
    </Stack>
  );
}

function WeekSteps({ search, onSearch, monday }: TrainingPageProps & { monday: string }) {
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts.previousWeek}
        onClick={() => onSearch({ week: addDays(monday, -7) })}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts.nextWeek}
        onClick={() => onSearch({ week: addDays(monday, 7) })}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {search.week !== '' && (
        <Button variant="subtle" size="compact-sm" onClick={() => onSearch({ week: '' })}>
          {texts.thisWeek}
        </Button>
      )}
    </Group>
  );
}

interface FiltersProps extends TrainingPageProps {
  pitches: readonly TrainingPitch[];
  teams: ReadonlySet<number>;
  names: GroupNames | undefined;
}

function Filters({ search, onSearch, pitches, teams, names }: FiltersProps) {
  const choices = [...teams]
    .map((id) => ({ value: String(id), label: names?.get(id) ?? texts.unknownTeam(id) }))
    .sort((a, b) => compareNames(a.label, b.label));
  return (
    <div className={classes.filters} role="search" data-print="never">
      <NativeSelect
        label={texts.team}
        value={search.team}
        onChange={({ currentTarget: { value } }) => onSearch({ team: Number(value) })}
        data={[{ value: '0', label: texts.allTeams }, ...choices]}
      />
      <NativeSelect
        label={texts.pitch}
        value={search.veld}
        onChange={({ currentTarget: { value } }) => onSearch({ veld: Number(value) })}
        data={[
          { value: '0', label: texts.allPitches },
          ...pitches.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </div>
  );
}

interface NothingProps extends Pick<TrainingPageProps, 'onSearch'> {
  /** There is no training at all; else there is none this week, or none of what was chosen. */
  empty: boolean;
  keeps: boolean;
}

function Nothing({ empty, keeps, onSearch }: NothingProps) {
  if (!empty) {
    return (
      <EmptyState
        icon={<IconBallFootball />}
        title={texts.nothing}
        description={texts.nothingHint}
        py="xl"
      >
        <Button variant="default" onClick={() => onSearch(usualTrainingSearch)}>
          {texts.clear}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<IconBallFootball />} title={texts.empty} py="xl">
      <Text c="dimmed">{keeps ? texts.emptyKeeper : texts.emptyReader}</Text>
    </EmptyState>
  );
}
