import { useState } from 'react';

import type { PeopleSelection } from '@/api/people/bulk';

import { MessageForm } from './MessageForm';
import { MessageProgress } from './MessageProgress';

interface MessageDialogProps {
  who: PeopleSelection;
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
