type Search = Record<string, unknown>;

/** Plain `key=value` addresses that people can read, type and mail, in place of the router's JSON values. */
export function parseSearch(search: string): Search {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Search): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))
    .toString()
    // Allowed as they stand in a query, and much easier to read.
    .replaceAll('%2C', ',')
    .replaceAll('%2F', '/')
    .replaceAll('%7E', '~');
  return text === '' ? '' : `?${text}`;
}
