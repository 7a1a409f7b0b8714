import { ApiError } from '@/api/errors';
import { describeError } from '@/lib/describe-error';
import { PasskeyError } from '@/lib/passkeys';
import { signInTexts } from '@/texts/sign-in';

/** What the user reads when signing in failed. */
export function signInProblem(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) {
    return signInTexts.tooMany(waitingTime(error.retryAfter));
  }
  if (asksForCode(error))
    return error.code === wrong ? signInTexts.wrongCode : signInTexts.codeAsked;
  if (error instanceof PasskeyError) return error.message;
  if (hasCode(error, 'passkey_refused')) return signInTexts.passkeyRefused;
  if (hasCode(error, 'passkey_expired')) return signInTexts.passkeyExpired;
  if (error instanceof ApiError && error.status === 401) return signInTexts.invalid;
  return describeError(error).message;
}

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

function waitingTime(seconds: number | undefined): string {
  if (seconds === undefined) return signInTexts.aWhile;
  if (seconds < 60) return signInTexts.seconds(seconds);
  return signInTexts.minutes(Math.ceil(seconds / 60));
}

const wrong = 'wrong_code';

const firstAsked = 'second_factor_required';

/** A code is asked for, for the first time: nothing is wrong. */
export const isFirstAsked = (error: unknown): boolean => hasCode(error, firstAsked);

/** The password was right, and a code is asked for beside it. */
export const asksForCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === firstAsked || error.code === wrong);
