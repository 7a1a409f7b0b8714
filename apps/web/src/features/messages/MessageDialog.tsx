import { useState } from 'react';

import type { MessageReaders } from '@/api/messages';

import { MessageForm } from './MessageForm';
import { MessageProgress } from './MessageProgress';

interface MessageDialogProps {
  who: MessageReaders;
  onClose: () => void;
}

/** Writes to people, and shows what becomes of it. */
export default function MessageDialog({ who, onClose }: MessageDialogProps) {
  const [sent, setSent] = useState<number>();
  return sent === undefined ? (
    <MessageForm who={who} onClose={onClose} onSent={setSent} />
  ) : (
    <MessageProgress id={sent} onClose={onClose} />
  );
}
