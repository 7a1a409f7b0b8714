import { Button, Group, Stack, Text, Textarea } from '@mantine/core';

import { Dialog } from '@/components/Dialog';
import { commonTexts } from '@/texts/common';
import { reachTexts as texts } from '@/texts/reach';

import type { ByHand } from './use-reach';

/** Addresses to be copied from here: they did not fit in a mail, or the browser does not let the page copy. */
export function ByHandDialog({ byHand, onClose }: { byHand: ByHand; onClose: () => void }) {
  const copy = (area: HTMLTextAreaElement | null) => area?.select();
  return (
    <Dialog opened onClose={onClose} title={byHand.title}>
      <Stack>
        <Text size="sm">{byHand.hint}</Text>
        <Textarea
          readOnly
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          aria-label={texts.copies.email}
          value={byHand.text}
          onFocus={(event) => copy(event.currentTarget)}
        />
        <Group justify="flex-end">
          {'clipboard' in navigator && (
            <Button
              variant="default"
              onClick={() => void navigator.clipboard.writeText(byHand.text).then(onClose)}
            >
              {texts.copyThese}
            </Button>
          )}
          <Button onClick={onClose}>{commonTexts.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
