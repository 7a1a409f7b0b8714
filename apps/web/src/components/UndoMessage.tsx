import { Button, Group, Kbd, List, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';

import type { Undone } from '@/api/types';
import { useUndo } from '@/api/undo';
import { describeError } from '@/lib/describe-error';
import { undoTexts as texts } from '@/texts/undo';

/** How long the offer stands. It waits while somebody is at it. */
const offered = 10_000;

/** How many of those that were left out are named. */
const named = 5;

/** The messages that stand here, the newest last: the keys are for that one alone. */
const standing: symbol[] = [];

/** Says what was done, and offers to take it back. Without a token there is nothing to take back. */
export function sayDone(message: string, tokens: readonly (string | undefined)[]): void {
  const known = tokens.filter((token) => token !== undefined);
  if (known.length === 0) {
    notifications.show({ color: 'green', message });
    return;
  }
  const id = `undo-${known.join()}`;
  notifications.show({
    id,
    color: 'green',
    autoClose: false,
    message: (
      <UndoMessage message={message} tokens={known} onClose={() => notifications.hide(id)} />
    ),
  });
}

interface UndoMessageProps {
  message: string;
  tokens: readonly string[];
  onClose: () => void;
}

export function UndoMessage({ message, tokens, onClose }: UndoMessageProps) {
  const undo = useUndo();
  const [here, setHere] = useState(false);
  const [mine] = useState(() => Symbol('message'));
  useEffect(() => {
    standing.push(mine);
    return () => void standing.splice(standing.indexOf(mine), 1);
  }, [mine]);
  useEffect(() => {
    if (here || undo.isPending) return undefined;
    const timer = setTimeout(onClose, offered);
    return () => clearTimeout(timer);
  });
  const takeBack = () => {
    if (undo.isPending) return;
    undo.mutate(tokens, {
      onSuccess: (outcome) => {
        onClose();
        sayUndone(outcome);
      },
      onError: (error) => {
        onClose();
        notifications.show({ color: 'red', autoClose: offered, ...describeError(error) });
      },
    });
  };
  // The message stands at the end of the page: nobody should have to walk there in ten seconds.
  useHotkeys([['mod+Z', () => standing.at(-1) === mine && takeBack()]]);
  return (
    <Group
      gap="sm"
      justify="space-between"
      wrap="nowrap"
      onFocus={() => setHere(true)}
      onBlur={() => setHere(false)}
      onMouseEnter={() => setHere(true)}
      onMouseLeave={() => setHere(false)}
    >
      <Text size="sm">{message}</Text>
      <Stack gap={4} align="flex-end" flex="none">
        <Button
          size="compact-sm"
          variant="light"
          loading={undo.isPending}
          aria-keyshortcuts="Control+Z"
          onClick={takeBack}
        >
          {texts.undo}
        </Button>
        <Kbd size="xs" aria-hidden visibleFrom="sm">
          {texts.keys}
        </Kbd>
      </Stack>
    </Group>
  );
}

/** Says what became of an undo: whoever was left out is named, with the reason. */
function sayUndone({ undone, left_out }: Undone): void {
  if (left_out.length === 0) {
    notifications.show({ color: 'green', message: texts.done });
    return;
  }
  const more = left_out.length - named;
  notifications.show({
    color: 'orange',
    autoClose: false,
    title: texts.partly(undone),
    message: (
      <List size="sm">
        {left_out.slice(0, named).map(({ id, name, reason }) => (
          <List.Item key={id}>{texts.leftOut(name, reason)}</List.Item>
        ))}
        {more > 0 && <List.Item>{texts.more(more)}</List.Item>}
      </List>
    ),
  });
}
