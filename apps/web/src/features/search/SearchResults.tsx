import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { SearchHits } from '@/api/types';
import { LoadFailed } from '@/components/LoadFailed';
import { commonTexts } from '@/texts/common';
import { searchTexts } from '@/texts/search';

import type { Deed } from './deeds';
import { DeedResult, GroupResult, MoreResult, PersonResult } from './Result';
import classes from './Search.module.css';

export interface ResultsProps {
  deeds: readonly Deed[];
  onNewPerson: () => void;
  onOpen: () => void;
}

interface SearchResultsProps extends ResultsProps {
  q: string;
  hits: SearchHits | undefined;
  /** They are of an older question. */
  stale: boolean;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** What the club has of what was typed. */
export function SearchResults(props: SearchResultsProps) {
  const { q, hits, stale, error, retrying, onRetry, onOpen } = props;
  if (error !== null) return <LoadFailed error={error} retrying={retrying} onRetry={onRetry} />;
  if (hits === undefined) return <Loading />;

  const { people, teams, committees, totals } = hits;
  const count = totals.current + totals.former + totals.teams + totals.committees;
  if (count === 0 && props.deeds.length === 0) {
    return stale ? (
      <Loading />
    ) : (
      <div className={classes.hint} role="status">
        <IconSearchOff size={28} aria-hidden />
        <Text fw={600}>{searchTexts.nothing(q)}</Text>
        <Text size="sm" c="dimmed">
          {searchTexts.nothingHint}
        </Text>
      </div>
    );
  }
  const current = people.filter((person) => !person.former_member);
  const former = people.filter((person) => person.former_member);
  const shared = { typed: q, onOpen };
  return (
    <div data-stale={stale || undefined}>
      <VisuallyHidden role="status">{stale ? '' : searchTexts.found(count)}</VisuallyHidden>
      <ResultGroup title={searchTexts.people} shown={current.length}>
        {current.map((person) => (
          <PersonResult key={person.id} person={person} {...shared} />
        ))}
        {totals.current > current.length && (
          <MoreResult
            link={{ to: '/leden', search: { q } }}
            label={searchTexts.allPeople(totals.current)}
            onOpen={onOpen}
          />
        )}
      </ResultGroup>
      <ResultGroup title={searchTexts.former} shown={former.length}>
        {former.map((person) => (
          <PersonResult key={person.id} person={person} {...shared} />
        ))}
        {totals.former > former.length && (
          <MoreResult
            link={{ to: '/leden', search: { q, alleenOud: '1' } }}
            label={searchTexts.allFormer(totals.former)}
            onOpen={onOpen}
          />
        )}
      </ResultGroup>
      <ResultGroup title={searchTexts.teams} shown={teams.length}>
        {teams.map((team) => (
          <GroupResult
            key={team.id}
            group={team}
            favorite={team.is_favorite}
            link={toTeam(team.id)}
            {...shared}
          />
        ))}
        {totals.teams > teams.length && (
          <MoreResult
            link={{ to: '/teams', search: { q } }}
            label={searchTexts.allTeams(totals.teams)}
            onOpen={onOpen}
          />
        )}
      </ResultGroup>
      <ResultGroup title={searchTexts.committees} shown={committees.length}>
        {committees.map((committee) => (
          <GroupResult
            key={committee.id}
            group={committee}
            link={{ to: '/commissies/$committeeId', params: { committeeId: committee.id } }}
            {...shared}
          />
        ))}
        {totals.committees > committees.length && (
          <MoreResult
            link={{ to: '/commissies', search: { q } }}
            label={searchTexts.allCommittees(totals.committees)}
            onOpen={onOpen}
          />
        )}
      </ResultGroup>
      <Deeds {...props} typed={q} />
    </div>
  );
}

export const toTeam = (teamId: number) => ({ to: '/teams/$teamId', params: { teamId } }) as const;

export function Deeds({ deeds, typed, onOpen, onNewPerson }: ResultsProps & { typed: string }) {
  return (
    <ResultGroup title={searchTexts.deeds} shown={deeds.length}>
      {deeds.map((deed) => (
        <DeedResult
          key={deed.label}
          deed={deed}
          typed={typed}
          onOpen={onOpen}
          onNewPerson={onNewPerson}
        />
      ))}
    </ResultGroup>
  );
}

interface ResultGroupProps {
  title: string;
  /** How many there are; a group of none has no title either. */
  shown: number;
  children: ReactNode;
}

export function ResultGroup({ title, shown, children }: ResultGroupProps) {
  if (shown === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="xs" fw={600} c="dimmed" className={classes.groupTitle}>
        {title}
      </Text>
      <ul className={classes.group}>{children}</ul>
    </section>
  );
}

export function Loading() {
  return (
    <div role="status" className={classes.loading}>
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      {[38, 55, 30, 47].map((width) => (
        <div key={width} className={classes.loadingRow}>
          <Skeleton circle height={36} flex="none" />
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
