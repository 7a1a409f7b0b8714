import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { messageQuery } from '@/api/messages';
import type { Message } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { ListState } from '@/components/ListState';
import { useReturnFocus } from '@/components/use-return-focus';
import { commonTexts } from '@/texts/common';
import { messageTexts as texts } from '@/texts/messages';

interface MessageProgressProps {
  id: number;
  onClose: () => void;
}

const titleOf = ({ state, failed, uncertain }: Message) =>
  state !== 'done' ? texts.sending : failed + uncertain > 0 ? texts.trouble : texts.done;

/** How far a message has come. It goes on without anybody looking. */
export function MessageProgress({ id, onClose }: MessageProgressProps) {
  useReturnFocus();
  const message = useQuery(messageQuery(id));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={message.data === undefined ? texts.sending : titleOf(message.data)}
    >
      <Stack>
        <ListState query={message}>{(now) => <How message={now} />}</ListState>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {commonTexts.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function How({ message }: { message: Message }) {
  const { state, addresses, sent, failed, uncertain, without } = message;
  const share = (count: number) => (100 * count) / Math.max(1, addresses);
  return (
    <Stack gap="xs" role="status">
      <Progress.Root size="lg">
        <Progress.Section value={share(sent)} color="green" aria-label={texts.progress} />
        {failed + uncertain > 0 && (
          <Progress.Section
            value={share(failed + uncertain)}
            color="orange"
            aria-label={texts.trouble}
          />
        )}
      </Progress.Root>
      <Text>{texts.sent(sent, addresses)}</Text>
      {failed > 0 && <Text size="sm">{texts.failed(failed)}</Text>}
      {uncertain > 0 && <Text size="sm">{texts.uncertain(uncertain)}</Text>}
      {without.length > 0 && (
        <Text size="sm">{texts.without(without.map(({ name }) => name))}</Text>
      )}
      {state !== 'done' && (
        <Text size="sm" c="dimmed">
          {texts.closeHint}
        </Text>
      )}
    </Stack>
  );
}
