import { Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { searchQuery, shortestSearch } from '@/api/search';
import type { PersonHit } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { useTypedChoice } from '@/components/use-typed-choice';
import { personTexts } from '@/texts/person';

import { rankByName } from './rank';

const texts = personTexts.relations;
const typingPause = 250;

interface PersonSelectProps {
  label: string;
  /** Who cannot be chosen. */
  without: readonly number[];
  onChoose: (person: PersonHit) => void;
  /** Offers somebody whom the club does not know yet, by the name that was typed. */
  onNew?: (name: string) => void;
  error?: ReactNode;
  /** It appears because somebody asked for it: the keyboard is in it. */
  focused?: boolean;
  /** What was chosen is on its way. */
  busy?: boolean;
}

const somebodyNew = 'new';

/** Finds somebody by a part of their name. */
export function PersonSelect(props: PersonSelectProps) {
  const { label, without, onChoose, onNew, error, focused = false, busy = false } = props;
  const [typed, setTyped] = useState('');
  /** What stood there when somebody was chosen. */
  const [chosenBy, setChosenBy] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), typingPause);
  const hits = useQuery(searchQuery(asked));
  const found = (hits.data?.people ?? []).filter(({ id }) => !without.includes(id));
  const people = rankByName(found, asked);
  const long = asked.length >= shortestSearch;
  const offersNew = onNew !== undefined && typed.trim().length >= shortestSearch;
  const isAnswered = asked === typed.trim() && !hits.isFetching;
  const { isRefused, inputProps } = useTypedChoice({
    typed,
    setTyped,
    chosen: chosenBy,
    fitsOne: people.length === 1 && !offersNew && isAnswered,
  });
  const message = !long
    ? texts.typeMore
    : hits.isError
      ? texts.searchFailed
      : hits.data && texts.nobody;
  return (
    <Stack gap={4} flex="1 1 auto" miw="14rem">
      <Select
        label={label}
        placeholder={texts.searchPlaceholder}
        searchable
        {...inputProps}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it
        autoFocus={focused}
        data-autofocus={focused || undefined}
        openOnFocus={false}
        data={[
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(offersNew ? [{ value: somebodyNew, label: texts.new(typed.trim()) }] : []),
        ]}
        // The server found them already, also by other fields than the name.
        filter={({ options }) => options}
        renderOption={({ option }) => {
          if (option.value === somebodyNew) {
            return (
              <Group gap="xs" wrap="nowrap">
                <IconUserPlus size={16} aria-hidden />
                <Text size="sm">{option.label}</Text>
              </Group>
            );
          }
          const person = people.find(({ id }) => String(id) === option.value);
          return (
            <Group gap="xs">
              <Text size="sm">{option.label}</Text>
              {person?.former_member === true && <FormerBadge />}
            </Group>
          );
        }}
        rightSection={hits.isFetching || busy ? <Loader size={16} aria-hidden /> : undefined}
        value={null}
        onChange={(chosen) => {
          if (chosen === somebodyNew) {
            onNew?.(typed.trim());
            return;
          }
          const person = people.find(({ id }) => String(id) === chosen);
          if (person === undefined) return;
          setChosenBy(typed);
          onChoose(person);
        }}
        error={isRefused ? texts.chooseFromList : error}
      />
      {/* Beside the list, which has options alone. */}
      <Text size="sm" c="dimmed" role="status">
        {typed.trim() !== '' && people.length === 0 && message}
      </Text>
    </Stack>
  );
}
