import type { KeptMail } from '@/api/types';

/** How far a mail can have come, in the order in which one looks for them. */
export const mailStates = [
  'waiting',
  'sending',
  'retrying',
  'sent',
  'failed',
  'uncertain',
  'suppressed',
  'withdrawn',
] as const satisfies readonly KeptMail['state'][];
