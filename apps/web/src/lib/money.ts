const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** `1234.5` as `€ 1.234,50`. */
export const formatEuros = (amount: number): string => euros.format(amount);

/** `0.125` as `12,5%`. */
export const formatPart = (part: number): string =>
  new Intl.NumberFormat('nl-NL', { style: 'percent', maximumFractionDigits: 2 }).format(part);
