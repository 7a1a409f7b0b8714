/** Deep equality of JSON values; the order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/**
 * What a save sends: the keys whose value differs, each as a whole. Everything else stays out of the request, so that a
 * save never takes back what the synchronization wrote in the meantime.
 */
export function changedKeys<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const key in after) {
    if (!sameJson(before[key], after[key])) changed[key] = after[key];
  }
  return changed;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
