import { Badge, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { matchesQuery } from '@/api/dashboard';
import { hasStatus } from '@/api/errors';
import { keys } from '@/api/keys';
import type { MatchProgramme, ProgrammeMatch } from '@/api/types';
import { dashboardTexts as texts, matchTexts } from '@/texts/dashboard';

import { Awaited, Block, Failed, Frame, icons, Nobody } from './Block';
import classes from './Dashboard.module.css';
import { fetchedAt, nearDay } from './days';
import type { BlockOf } from './People';
import { Rows } from './Rows';

interface MatchesBlockProps extends BlockOf {
  /** The user sees the programme of the whole club. */
  secretary: boolean;
  today: string;
}

const club = 'club';

export function MatchesBlock({ dashboard, secretary, today }: MatchesBlockProps) {
  const tabs = [
    ...(secretary ? [{ value: club, label: matchTexts.club }] : []),
    ...(dashboard.data?.teams ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const [chosen, choose] = useState<string | null>(null);
  // A team that was taken away leaves its tab.
  const open = tabs.find(({ value }) => value === chosen) ?? tabs[0];
  const team = open === undefined || open.value === club ? undefined : Number(open.value);
  const query = useQuery({ ...matchesQuery(team), enabled: open !== undefined });
  const whole = useQuery({ ...matchesQuery(), enabled: secretary });
  const off = secretary ? (whole.data?.matches ?? []).filter(({ cancelled }) => cancelled) : [];
  useTeamTaken(hasStatus(query.error, 403));
  // Which teams there are comes with the dashboard.
  if (open === undefined) {
    return (
      <Block title={texts.blocks.matches} icon={icons.matches} query={dashboard}>
        {() => <Nobody>{matchTexts.none}</Nobody>}
      </Block>
    );
  }
  const programme = (of: MatchProgramme) => <Programme {...of} today={today} />;
  return (
    <Frame title={texts.blocks.matches} icon={icons.matches} query={query}>
      {/* Above the tabs: whichever is open, on its way or not there (contract §2.11-11). */}
      {off.length > 0 && <CalledOff matches={off} today={today} />}
      {team !== undefined && whole.isError && whole.data === undefined && (
        <Failed query={whole}>{matchTexts.cancelledUnknown}</Failed>
      )}
      {tabs.length > 1 ? (
        <Tabs value={open.value} onChange={choose} keepMounted={false}>
          <Tabs.List aria-label={matchTexts.tabs}>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ value }) => (
            <Tabs.Panel key={value} value={value} pt="sm">
              <Awaited query={query}>{programme}</Awaited>
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        <Awaited query={query}>{programme}</Awaited>
      )}
    </Frame>
  );
}

/** Who may no longer see a team is told which ones are left. */
function useTeamTaken(refused: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (refused) void queryClient.invalidateQueries({ queryKey: keys.dashboard.workspace });
  }, [refused, queryClient]);
}

function CalledOff({ matches, today }: { matches: readonly ProgrammeMatch[]; today: string }) {
  return (
    <div className={classes.notice} role="note">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <strong>{matchTexts.cancelledTitle(matches.length)}</strong>
        <ul className={classes.list}>
          {matches.map((match) => (
            <li key={match.match_id}>
              {nearDay(match.date, today)} {match.time},{' '}
              {matchTexts.pair(match.home_team, match.away_team)}
              {match.cancellation_reason !== '' && ` (${match.cancellation_reason})`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The matches of seven days. What may not be all of them never looks as if it were (contract §2.11-12). */
function Programme({ matches, feed, today }: MatchProgramme & { today: string }) {
  const { fetched_at: stamp, warnings } = feed;
  return (
    <div className={classes.rows} data-tight>
      {warnings.map(({ source, code, message }) => (
        <div key={`${source} ${code}`} className={classes.notice} role="note">
          <IconAlertTriangle size={18} aria-hidden />
          {message}
        </div>
      ))}
      {matches.length === 0 ? (
        <Nobody>{warnings.length > 0 ? matchTexts.unknown : matchTexts.none}</Nobody>
      ) : (
        <Rows items={matches} all={matchTexts.all(matches.length)}>
          {(shown) => (
            <div>
              {daysOf(shown).map(([day, those]) => (
                <section key={day} aria-label={nearDay(day, today)}>
                  <div className={classes.day}>{nearDay(day, today)}</div>
                  <ul className={classes.list}>
                    {those.map((match) => (
                      <Match key={match.match_id} match={match} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )}
        </Rows>
      )}
      <Text size="xs" c="dimmed">
        {stamp === null
          ? matchTexts.neverFetched
          : matchTexts.fetched(fetchedAt(stamp, new Date()))}
      </Text>
    </div>
  );
}

function daysOf(matches: readonly ProgrammeMatch[]): [string, ProgrammeMatch[]][] {
  const days = new Map<string, ProgrammeMatch[]>();
  for (const match of matches) days.set(match.date, [...(days.get(match.date) ?? []), match]);
  return [...days];
}

const sides = ['home', 'away', 'referee'] as const;

function Match({ match }: { match: ProgrammeMatch }) {
  const { dressing_rooms: rooms, cancelled, cancellation_reason: reason } = match;
  const unknown = sides.every((whose) => rooms[whose] === '');
  const where = [match.pitch, match.location].filter((part) => part !== '');
  return (
    <li className={classes.match} data-cancelled={cancelled || undefined}>
      <span className={classes.time}>{match.time}</span>
      <span>
        <span className={classes.teams}>{matchTexts.pair(match.home_team, match.away_team)}</span>{' '}
        {cancelled && (
          <Badge component="span" color="red" variant="light">
            {matchTexts.cancelled}
          </Badge>
        )}
        {reason !== '' && (
          <Text component="span" size="sm" c="dimmed">
            {' '}
            {reason}
          </Text>
        )}
      </span>
      <span className={classes.details}>
        <span>{[match.is_home ? matchTexts.home : matchTexts.away, ...where].join(', ')}</span>
        {match.competition !== '' && <span>{match.competition}</span>}
      </span>
      <span className={classes.details} data-flow>
        <span>{matchTexts.rooms}</span>
        {unknown ? (
          <span>{matchTexts.notFilledIn}</span>
        ) : (
          sides.map((whose) => (
            <span key={whose}>
              {matchTexts.room[whose]} {rooms[whose] || matchTexts.notFilledIn}
            </span>
          ))
        )}
      </span>
    </li>
  );
}
