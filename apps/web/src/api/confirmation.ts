import { createQuestion } from '@/lib/question';

/** For the password once more: calls that the server refused until then wait here; whether it was given. */
export const confirmation = createQuestion<boolean>();

/** For who signed out without knowing it: calls that the server refused for that wait here; whether they are back. */
export const reentry = createQuestion<boolean>();
