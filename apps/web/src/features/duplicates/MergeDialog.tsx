import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { comparedQuery, useMerge } from '@/api/duplicates';
import type { Duplicate } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { commonTexts } from '@/texts/common';
import { duplicateTexts as texts } from '@/texts/duplicates';
import { personTexts } from '@/texts/person';

type Person = Duplicate['people'][number];

interface MergeDialogProps {
  people: readonly [Person, Person];
  onClose: () => void;
}

/** Asks who stays, and which of two values is right. */
export function MergeDialog({ people, onClose }: MergeDialogProps) {
  const [first, second] = people;
  const [winner, setWinner] = useState(first.id);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const stays = winner === first.id ? first : second;
  const goes = winner === first.id ? second : first;
  const compared = useQuery(comparedQuery({ winner: stays.id, loser: goes.id }));
  const merge = useMerge();
  const go = () =>
    merge.mutateAsync({ winner: stays.id, loser: goes.id, take: [...taken] }).then(
      () => {
        onClose();
        notifications.show({ color: 'green', message: texts.merged(stays.name) });
      },
      () => undefined, // the alert says why
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.mergeThing(texts.pair(first.name, second.name))}
      busy={merge.isPending}
    >
      <Stack>
        <Radio.Group
          label={texts.stays}
          value={String(winner)}
          onChange={(value) => {
            setWinner(Number(value));
            setTaken([]);
            merge.reset();
          }}
        >
          <Stack gap={4} mt={4}>
            {people.map(({ id, name }) => (
              <Radio key={id} value={String(id)} label={texts.person(name, id)} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm">{texts.explain}</Text>
        <ListState query={compared}>
          {({ fields }) =>
            fields.length === 0 ? (
              <Text c="dimmed">{texts.noDifference}</Text>
            ) : (
              <Stack gap="sm">
                <Text fw={600}>{texts.choose}</Text>
                {fields.map(({ field, winner: has, loser: other }) => (
                  <Radio.Group
                    key={field}
                    label={texts.field(field)}
                    value={taken.includes(field) || empty(has) ? 'loser' : 'winner'}
                    onChange={(value) =>
                      setTaken((before) =>
                        value === 'loser'
                          ? [...before, field]
                          : before.filter((one) => one !== field),
                      )
                    }
                  >
                    <Group mt={4}>
                      <Radio value="winner" label={readable(field, has)} disabled={empty(has)} />
                      <Radio value="loser" label={readable(field, other)} />
                    </Group>
                  </Radio.Group>
                ))}
              </Stack>
            )
          }
        </ListState>
        <ErrorAlert error={merge.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={merge.isPending} data-autofocus>
            {commonTexts.cancel}
          </Button>
          <Button
            loading={merge.isPending}
            disabled={!compared.isSuccess}
            onClick={() => void go()}
          >
            {texts.merge}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const genders: Partial<Record<string, string>> = personTexts.genders;

const empty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

function readable(field: string, value: unknown): string {
  if (empty(value)) return texts.nothing;
  if (field === 'gender') return genders[String(value)] ?? String(value);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number' && /^_nikki_\d+_(total|saldo)$/.test(field)) {
    return formatEuros(value);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value;
}
