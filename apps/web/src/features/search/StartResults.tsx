import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { searchStartQuery } from '@/api/search';
import { LoadFailed } from '@/components/LoadFailed';
import { beginsWord } from '@/lib/find';
import { searchTexts } from '@/texts/search';

import { GroupResult, PersonResult } from './Result';
import classes from './Search.module.css';
import { Deeds, Loading, ResultGroup, type ResultsProps, toTeam } from './SearchResults';

interface StartResultsProps extends ResultsProps {
  /** Nothing, or a letter: too little to ask the whole club. */
  typed: string;
}

/** Whom the user opened last, and the favourites: all of them, or those that begin with a letter. */
export function StartResults(props: StartResultsProps) {
  const { typed, onOpen } = props;
  const start = useQuery(searchStartQuery);
  if (start.isError) {
    return (
      <>
        <LoadFailed
          error={start.error}
          retrying={start.isFetching}
          onRetry={() => void start.refetch()}
        />
        <Deeds {...props} />
      </>
    );
  }
  if (start.data === undefined) return <Loading />;

  const meant = ({ name }: { name: string }) => beginsWord(name, typed);
  const recent = start.data.recent_people.filter(meant);
  const people = start.data.favorite_people.filter(meant);
  const teams = start.data.favorite_teams.filter(meant);
  return (
    <>
      <ResultGroup title={searchTexts.recent} shown={recent.length}>
        {recent.map((person) => (
          <PersonResult key={person.id} person={person} typed={typed} onOpen={onOpen} />
        ))}
      </ResultGroup>
      <ResultGroup title={searchTexts.favorites} shown={people.length + teams.length}>
        {people.map((person) => (
          <PersonResult key={person.id} person={person} typed={typed} onOpen={onOpen} />
        ))}
        {teams.map((team) => (
          <GroupResult
            key={team.id}
            group={team}
            favorite={team.is_favorite}
            link={toTeam(team.id)}
            typed={typed}
            onOpen={onOpen}
          />
        ))}
      </ResultGroup>
      <Deeds {...props} />
      <Text size="sm" c="dimmed" ta="center" className={classes.startHint}>
        {typed === '' ? searchTexts.startHint : searchTexts.hint}
      </Text>
    </>
  );
}
