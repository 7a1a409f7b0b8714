/**
 * What a number field holds. Mantine gives text for what is not in its shortest form: 012, 2.00, a point or a minus at the end, and
 * nothing at all. What is no number, or nothing, is 0.
 */
export const typedNumber = (typed: number | string): number => Number(typed) || 0;
