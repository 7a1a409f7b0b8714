import { numberTexts } from '@/texts/numbers';

/**
 * What a number field holds while somebody types. Mantine gives text for what is not in its shortest form: 012, 2.00, a point or a
 * minus at the end, and nothing at all. Forms keep it as it is, or what was typed would change under the caret; typedNumber makes
 * a number of it when it is sent.
 */
export type TypedNumber = number | string;

/** The number that was typed. What is no number, or nothing, is 0. */
export const typedNumber = (typed: TypedNumber): number => Number(typed) || 0;

/** What is wrong with a field that must hold a number, for those of which 0 means something: null for nothing. */
export const numberProblem = (typed: TypedNumber): string | null =>
  typed === '' || Number.isNaN(Number(typed)) ? numberTexts.missing : null;
