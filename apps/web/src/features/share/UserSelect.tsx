import { Loader, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { shortestUserSearch, userHitsQuery } from '@/api/shares';
import { shareTexts as texts } from '@/texts/share';

const typingPause = 250;

interface UserSelectProps {
  /** Who cannot be chosen. */
  without: readonly number[];
  busy: boolean;
  onChoose: (user: { id: number }) => void;
}

/** Finds another user by a part of their name. */
export function UserSelect({ without, busy, onChoose }: UserSelectProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), typingPause);
  const hits = useQuery(userHitsQuery(asked));
  const users = (hits.data ?? []).filter(({ id }) => !without.includes(id));
  const message =
    asked.length < shortestUserSearch
      ? texts.typeMore
      : hits.isError
        ? texts.searchFailed
        : hits.data && texts.nobodyFound;
  return (
    <Stack gap={4}>
      <Select
        label={texts.add}
        placeholder={texts.addPlaceholder}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        openOnFocus={false}
        data={users.map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
        // The server found them already.
        filter={({ options }) => options}
        rightSection={hits.isFetching || busy ? <Loader size={16} aria-hidden /> : undefined}
        value={null}
        onChange={(chosen) => {
          const user = users.find(({ id }) => String(id) === chosen);
          if (user === undefined) return;
          setTyped('');
          onChoose(user);
        }}
      />
      {/* Beside the list, which has options alone. */}
      <Text size="sm" c="dimmed" role="status">
        {typed.trim() !== '' && users.length === 0 && message}
      </Text>
    </Stack>
  );
}
