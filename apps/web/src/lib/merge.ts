import { changedKeys, sameJson } from '@/components/cards/changed-keys';

/** Something that the user and somebody else both changed: a field, or a row of a list. What is undefined was removed. */
export interface Conflict {
  field: string;
  mine: unknown;
  theirs: unknown;
}

export type Choice = 'mine' | 'theirs';

interface Merged<Values> {
  values: Values;
  conflicts: readonly Conflict[];
}

/**
 * Puts together what two people made of the same values. What one of them left alone is as the other one made it, row by row.
 * Of what both changed it is as the choice says, in the order of the conflicts; without one as the other person made it.
 */
export function merge<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  choices: readonly Choice[] = [],
): Merged<Values> {
  const conflicts: Conflict[] = [];
  const decide = (conflict: Conflict): unknown => {
    conflicts.push(conflict);
    return choices[conflicts.length - 1] === 'mine' ? conflict.mine : conflict.theirs;
  };
  const values = { ...theirs };
  for (const field in changedKeys(base, mine)) {
    const [before, ours, now] = [base[field], mine[field], theirs[field]];
    if (sameJson(ours, now)) continue;
    let value: unknown;
    if (sameJson(before, now)) value = ours;
    else if (isRows(before) && isRows(ours) && isRows(now)) {
      value = mergeRows(field, before, ours, now, decide);
    } else if (isList(before) && isList(ours) && isList(now)) value = mergeSets(before, ours, now);
    else value = decide({ field, mine: ours, theirs: now });
    values[field] = value as typeof ours;
  }
  return { values, conflicts };
}

type Row = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isRows = (value: unknown): value is Row[] =>
  isList(value) && value.every((item) => typeof item === 'object' && item !== null);

/** What two people made of a list: what either of them added, without what either of them took out. */
export function mergeSets<Item>(before: Item[], mine: Item[], theirs: Item[]): Item[] {
  const kept = theirs.filter((item) => mine.includes(item) || !before.includes(item));
  return [...kept, ...mine.filter((item) => !before.includes(item) && !theirs.includes(item))];
}

type Lists = Record<string, string[]>;

/** What two people made of lists by name. One that either of them removed is gone, unless the other one added to it. */
export function mergeLists(before: Lists, mine: Lists, theirs: Lists): Lists {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged = [...names].map((name): [string, string[]] => [
    name,
    mergeSets(before[name] ?? [], mine[name] ?? [], theirs[name] ?? []),
  ]);
  const isHeldBy = (lists: Lists, name: string) =>
    Object.hasOwn(lists, name) || !Object.hasOwn(before, name);
  return Object.fromEntries(
    merged.filter(
      ([name, list]) => list.length > 0 || (isHeldBy(mine, name) && isHeldBy(theirs, name)),
    ),
  );
}

function mergeRows(
  field: string,
  before: Row[],
  mine: Row[],
  theirs: Row[],
  decide: (conflict: Conflict) => unknown,
): Row[] {
  const same = (a: Row | undefined, b: Row | undefined) =>
    sameJson(a && essence(field, a), b && essence(field, b));
  const ours = pair(field, before, mine);
  const others = pair(field, before, theirs);
  const decided = before.map((row, index) => {
    const [my, their] = [ours[index], others[index]];
    if (same(my, row) || same(my, their)) return their;
    return same(their, row) ? my : (decide({ field, mine: my, theirs: their }) as Row | undefined);
  });
  const added = theirs.filter((row) => !others.includes(row));
  const inMyOrder = mine.map((row) => {
    const index = ours.indexOf(row);
    return index < 0 ? row : decided[index];
  });
  return [
    ...inMyOrder,
    ...decided.filter((_, index) => ours[index] === undefined),
    ...added.filter((row) => !mine.some((my) => !ours.includes(my) && same(my, row))),
  ].filter((row) => row !== undefined);
}

/** A row without what the server adds for its reader. */
function essence(field: string, row: Row): Row {
  if (field !== 'relationships') return row;
  const { related_person, relationship_type, relationship_label } = row;
  return { related_person, relationship_type, relationship_label };
}

/** What a row keeps when something of it is changed, the surest first: rows have no numbers. */
const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  contact_info: [['contact_value'], ['contact_type', 'contact_label']],
  addresses: [['address_label'], ['street']],
  work_history: [['team', 'start_date'], ['team', 'job_title'], ['team']],
  relationships: [['related_person', 'relationship_type'], ['related_person']],
};

/** For each row what became of it in another list, undefined for nothing. */
function pair(field: string, rows: Row[], others: Row[]): (Row | undefined)[] {
  const found: (Row | undefined)[] = rows.map(() => undefined);
  const left = new Set(others);
  const take = (index: number, other: Row | undefined) => {
    if (other === undefined || !left.delete(other)) return;
    found[index] = other;
  };
  rows.forEach((row, index) =>
    take(
      index,
      [...left].find((other) => sameJson(essence(field, row), essence(field, other))),
    ),
  );
  for (const members of names[field] ?? []) {
    const nameOf = (row: Row) => JSON.stringify(members.map((member) => row[member]));
    const open = rows.filter((_, index) => found[index] === undefined);
    rows.forEach((row, index) => {
      if (found[index] !== undefined) return;
      const named = [...left].filter((other) => nameOf(other) === nameOf(row));
      const isAlone = open.filter((other) => nameOf(other) === nameOf(row)).length === 1;
      if (named.length === 1 && isAlone) take(index, named[0]);
    });
  }
  if (rows.length === others.length) {
    rows.forEach((_, index) => {
      if (found[index] === undefined) take(index, others[index]);
    });
  }
  return found;
}
