const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** An amount as members read it: € 1.234,50. */
export const formatEuros = (amount: number): string => euros.format(amount);

/** What somebody typed as an amount, with a comma or a point; undefined for what is none. */
export function readEuros(typed: string): number | undefined {
  const text = typed.replace(/[€\s]/g, '').replace(',', '.');
  return /^-?\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

/** `0.125` as `12,5%`. */
export const formatPart = (part: number): string =>
  new Intl.NumberFormat('nl-NL', { style: 'percent', maximumFractionDigits: 2 }).format(part);
