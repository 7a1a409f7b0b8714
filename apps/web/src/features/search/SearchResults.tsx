import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';

import type { SearchHits } from '@/api/types';
import { LoadFailed } from '@/components/LoadFailed';
import { commonTexts } from '@/texts/common';
import { searchTexts } from '@/texts/search';

import { PersonResult, TeamResult } from './Result';
import classes from './Search.module.css';

interface SearchResultsProps {
  /** What is asked; '' while it is too short to ask. */
  q: string;
  hits: SearchHits | undefined;
  stale: boolean;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  onOpen: () => void;
}

export function SearchResults(props: SearchResultsProps) {
  const { q, hits, stale, error, retrying, onRetry, onOpen } = props;
  if (q === '') return <Hint text={searchTexts.hint} />;
  if (error !== null) return <LoadFailed error={error} retrying={retrying} onRetry={onRetry} />;
  if (hits === undefined) return <Loading />;

  const { people, teams } = hits;
  const count = people.length + teams.length;
  if (count === 0) {
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
  return (
    <div data-stale={stale || undefined}>
      <VisuallyHidden role="status">{stale ? '' : searchTexts.found(count)}</VisuallyHidden>
      {people.length > 0 && (
        <ResultGroup title={searchTexts.people}>
          {people.map((person) => (
            <PersonResult key={person.id} person={person} onOpen={onOpen} />
          ))}
        </ResultGroup>
      )}
      {teams.length > 0 && (
        <ResultGroup title={searchTexts.teams}>
          {teams.map((team) => (
            <TeamResult key={team.id} team={team} onOpen={onOpen} />
          ))}
        </ResultGroup>
      )}
    </div>
  );
}

function ResultGroup({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <Text size="xs" fw={600} c="dimmed" className={classes.groupTitle}>
        {title}
      </Text>
      <ul className={classes.group}>{children}</ul>
    </section>
  );
}

const Hint = ({ text }: { text: string }) => (
  <Text c="dimmed" className={classes.hint}>
    {text}
  </Text>
);

function Loading() {
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
