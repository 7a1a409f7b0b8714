import { Loader, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { candidatesQuery } from '@/api/shifts';
import type { ShiftCandidate } from '@/api/types';
import { shiftTexts as texts } from '@/texts/shifts';

const typingPause = 250;

interface WorkerSelectProps {
  shift: number;
  onChoose: (worker: ShiftCandidate) => void;
  /** Who was chosen is on the way. */
  busy?: boolean;
}

/** Chooses who comes: volunteers who have the time and did the fewest shifts stand first. */
export function WorkerSelect({ shift, onChoose, busy = false }: WorkerSelectProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), typingPause);
  const found = useQuery(candidatesQuery(shift, asked));
  const people = found.data?.people ?? [];
  const nobody = people.length === 0 && !found.isFetching;
  return (
    <Stack gap={4}>
      <Select
        label={texts.add}
        placeholder={texts.addHint}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        data={people.map(({ person_id, name }) => ({ value: String(person_id), label: name }))}
        // The server found them already.
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const one = people.find(({ person_id }) => String(person_id) === option.value);
          return (
            <div>
              <Text size="sm">{option.label}</Text>
              {one !== undefined && (
                <Text size="xs" c="dimmed">
                  {one.busy ? texts.busyThen : texts.did(one.count)}
                </Text>
              )}
            </div>
          );
        }}
        rightSection={found.isFetching || busy ? <Loader size={16} aria-hidden /> : undefined}
        value={null}
        onChange={(chosen) => {
          const one = people.find(({ person_id }) => String(person_id) === chosen);
          if (one !== undefined) onChoose(one);
        }}
      />
      {/* Beside the list, which has options alone. */}
      <Text size="sm" c="dimmed" role="status">
        {found.isError ? texts.addFailed : nobody && texts.addNobody}
      </Text>
    </Stack>
  );
}
