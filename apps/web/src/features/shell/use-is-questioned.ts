import { confirmation, reentry } from '@/api/confirmation';
import { dispute } from '@/api/dispute';
import { useIsIdle } from '@/components/use-is-idle';
import { useIsAsked } from '@/lib/question';

/** Whether the dialogs of the whole page are wanted: once it has come to rest, or as soon as something asks for one. */
export function useIsQuestioned(): boolean {
  const wanted = [useIsIdle(), useIsAsked(confirmation), useIsAsked(reentry), useIsAsked(dispute)];
  return wanted.includes(true);
}
