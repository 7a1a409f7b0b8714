import { ApiError, ConnectionError, UnexpectedAnswerError } from '@/api/errors';
import type { Me, MemberSync, Person } from '@/api/types';
import { describeError } from '@/lib/describe-error';
import { memberSyncTexts } from '@/texts/member-sync';

/** Whether the page offers to bring this person up to date. */
export const maySync = (me: Pick<Me, 'can_sync_individual'> | null | undefined, person: Person) =>
  me?.can_sync_individual === true && person.acf['assoc-id'] !== '';

/** How long something takes already: 0:07, 12:30. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const usual = 2 * 60_000;

/** What somebody who waits so long reads. */
export const waitingHint = (milliseconds: number): string =>
  milliseconds < usual ? memberSyncTexts.hint : memberSyncTexts.slow;

/** What became of a person. */
export function describeSync(result: MemberSync, person: { id: number; name: string }): string {
  const outcome = memberSyncTexts.outcomes[result.action](person.name);
  if (result.club_record_id === person.id) return outcome;
  return `${outcome} ${memberSyncTexts.otherRecord(result.club_record_id)}`;
}

/** Why a person is not up to date. The server has a sentence for everything that the synchronization says. */
export function describeSyncError(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof UnexpectedAnswerError) {
    return memberSyncTexts.noAnswer;
  }
  if (error instanceof ApiError) {
    if (error.fields.assoc_id !== undefined) return error.fields.assoc_id;
    if (error.code.startsWith('sync_') && error.message !== '') return error.message;
  }
  return describeError(error).message;
}
