import { commonTexts } from '@/texts/common';

const plain = new Intl.NumberFormat('nl-NL');

export const formatNumber = (value: number): string => plain.format(value);

/** How many there are; a dash for who may not see all, and sees none. */
export const countText = (count: number, seesAll: boolean): string =>
  count === 0 && !seesAll ? commonTexts.empty : formatNumber(count);
