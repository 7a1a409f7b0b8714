import { settingsTexts } from '@/texts/settings';

const texts = settingsTexts.password;
const shortest = 12; // letters; whether it is easy to guess the server says

/** What is wrong with a chosen password, before the server is asked. */
export const passwordProblem = (password: string): string | null =>
  Array.from(password).length < shortest ? texts.tooShort : null;

/** What is wrong with the second field, where the password stands once more. */
export const repeatProblem = (repeat: string, password: string): string | null =>
  repeat === password ? null : texts.different;
