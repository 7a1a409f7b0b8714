const plain = new Intl.NumberFormat('nl-NL');

export const formatNumber = (value: number): string => plain.format(value);
