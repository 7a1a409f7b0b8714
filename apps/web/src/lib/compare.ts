const { compare } = new Intl.Collator('nl', { numeric: true });

/** The order of names as people expect it: JO9-2 stands before JO10-1. */
export const compareNames = (a: string, b: string): number => compare(a, b);
