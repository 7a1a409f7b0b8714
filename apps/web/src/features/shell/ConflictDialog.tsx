import { Button, Fieldset, Group, Radio, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

import { dispute } from '@/api/dispute';
import { useGroupNames } from '@/api/groups/names';
import { Dialog } from '@/components/Dialog';
import { useReturnFocus } from '@/components/use-return-focus';
import { formatDateTime } from '@/lib/dates';
import type { Choice } from '@/lib/merge';
import { conflictTexts as texts } from '@/texts/conflict';

import { fieldLabel, inWords } from './conflict-words';

/** Shows what the user and somebody else both changed, and lets the user choose. */
export default function ConflictDialog() {
  useReturnFocus();
  const { conflicts, by, at } = dispute.current();
  const [choices, setChoices] = useState<Choice[]>(() => conflicts.map(() => 'mine'));
  const names = useGroupNames(
    conflicts.some(({ field }) => field === 'work_history' || field === 'parent'),
  );
  const back = () => dispute.settle(undefined);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    dispute.settle(choices);
  };
  return (
    <Dialog opened onClose={back} title={texts.title}>
      <form onSubmit={save}>
        <Stack>
          <Text>{texts.by(by, formatDateTime(at))}</Text>
          <Text>{texts.choose}</Text>
          {conflicts.map(({ field, mine, theirs }, index) => (
            <Fieldset key={index} legend={fieldLabel(field)}>
              <Radio.Group
                aria-label={fieldLabel(field)}
                value={choices[index] ?? 'mine'}
                onChange={(chosen) =>
                  setChoices(choices.with(index, chosen === 'theirs' ? 'theirs' : 'mine'))
                }
              >
                <Stack gap="sm">
                  <Radio
                    value="mine"
                    label={inWords(field, mine, names)}
                    description={texts.mine}
                    data-autofocus={index === 0 || undefined}
                  />
                  <Radio
                    value="theirs"
                    label={inWords(field, theirs, names)}
                    description={texts.theirs}
                  />
                </Stack>
              </Radio.Group>
            </Fieldset>
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={back}>
              {texts.back}
            </Button>
            <Button type="submit">{texts.save}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
