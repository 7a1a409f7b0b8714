import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';

import type { MessageReaders } from '@/api/messages';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { messageTexts as texts } from '@/texts/messages';

export const MessageDialog = lazyPart<{ who: MessageReaders; onClose: () => void }>(
  () => import('./MessageDialog'),
);

interface MessageButtonProps {
  /** To whom it goes: everybody of a selection, a list, a team, a workspace. */
  who: MessageReaders;
  size?: 'xs' | 'sm';
}

/** Writes to people: the club sends the mails. */
export function MessageButton({ who, size = 'xs' }: MessageButtonProps) {
  const [writes, setWrites] = useState(false);
  const close = () => setWrites(false);
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setWrites(true)}
      >
        {texts.action}
      </Button>
      <Part onGiveUp={close}>{writes && <MessageDialog who={who} onClose={close} />}</Part>
    </>
  );
}
