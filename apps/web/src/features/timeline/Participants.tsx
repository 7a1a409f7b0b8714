import { Group, Pill, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { namesQuery } from '@/api/people/queries';
import { PersonSelect } from '@/features/person/PersonSelect';
import { timelineTexts as texts } from '@/texts/timeline';

interface ParticipantsProps {
  /** Whose timeline it is: no participant. */
  person: number;
  value: readonly number[];
  onChange: (people: number[]) => void;
  error?: ReactNode;
}

/** Who else was there, of the people whom the user may see. */
export function Participants({ person, value, onChange, error }: ParticipantsProps) {
  const [before] = useState(value);
  const known = useQuery(namesQuery(before));
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const nameOf = (id: number) =>
    chosen.get(id) ??
    known.data?.find((one) => one.id === id)?.name ??
    (known.isPending ? '…' : String(id));
  return (
    <Stack gap="xs">
      {value.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {texts.withWhom}
          </Text>
          <Group gap="xs">
            {value.map((id) => (
              <Pill
                key={id}
                size="md"
                withRemoveButton
                removeButtonProps={{
                  'aria-label': texts.removeParticipant(nameOf(id)),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => onChange(value.filter((other) => other !== id))}
              >
                {nameOf(id)}
              </Pill>
            ))}
          </Group>
        </Stack>
      )}
      <PersonSelect
        key={value.length}
        label={texts.addParticipant}
        without={[person, ...value]}
        focused={value.length !== before.length}
        onChoose={({ id, name }) => {
          setChosen(new Map(chosen).set(id, name));
          onChange([...value, id]);
        }}
        error={error}
      />
    </Stack>
  );
}
