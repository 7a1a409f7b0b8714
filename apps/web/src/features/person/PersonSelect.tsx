import { Group, Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { searchQuery, shortestSearch } from '@/api/search';
import type { PersonHit } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { personTexts } from '@/texts/person';

const texts = personTexts.relations;
const typingPause = 250;

interface PersonSelectProps {
  label: string;
  /** Who cannot be chosen. */
  without: readonly number[];
  onChoose: (person: PersonHit) => void;
  error?: ReactNode;
}

/** Finds somebody by a part of their name. */
export function PersonSelect({ label, without, onChoose, error }: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), typingPause);
  const hits = useQuery(searchQuery(asked));
  const people = (hits.data?.people ?? []).filter(({ id }) => !without.includes(id));
  const long = asked.length >= shortestSearch;
  return (
    <Select
      label={label}
      placeholder={texts.searchPlaceholder}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server found them already, also by other fields than the name.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const person = people.find(({ id }) => String(id) === option.value);
        return (
          <Group gap="xs">
            <Text size="sm">{option.label}</Text>
            {person?.former_member === true && <FormerBadge />}
          </Group>
        );
      }}
      rightSection={hits.isFetching ? <Loader size={16} aria-hidden /> : undefined}
      nothingFoundMessage={
        !long ? texts.typeMore : hits.isError ? texts.searchFailed : hits.data && texts.nobody
      }
      value={null}
      onChange={(chosen) => {
        const person = people.find(({ id }) => String(id) === chosen);
        if (person !== undefined) onChoose(person);
      }}
      error={error}
    />
  );
}
