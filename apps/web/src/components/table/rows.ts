/**
 * Rows that the keyboard walks through as through one control: arrows move, Tab goes past. It looks at the document alone, so
 * that whatever stands in a cell takes part. A row has `data-row`; a cell without a control is a stop itself.
 */

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';

interface Stop {
  element: HTMLElement;
  /** Which cell of its row it stands in. */
  cell: number;
}

const isElement = (found: Element): found is HTMLElement => found instanceof HTMLElement;

export const rowsOf = (body: Element): HTMLElement[] =>
  [...body.querySelectorAll('[data-row]')].filter(isElement);

export const rowOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-row]') ?? null;

/** What leads to the page of a row's record. */
export const linkOf = (row: Element): HTMLElement | undefined => {
  const link = row.querySelector('[data-row-link]') ?? row.querySelector('a[href]');
  return link !== null && isElement(link) ? link : undefined;
};

function stopsOf(row: Element): Stop[] {
  const cells = row.tagName === 'TR' ? [...row.children] : [row];
  return cells.flatMap((cell, place) => {
    const found = [...cell.querySelectorAll(controls)].filter(isElement);
    const stops = found.length > 0 || cell === row ? found : [cell].filter(isElement);
    return stops.map((element) => ({ element, cell: place }));
  });
}

/** Leaves one stop of all rows to the Tab key: the one that has or had the focus, else the link of the first row. */
export function arrange(body: Element): void {
  const rows = rowsOf(body);
  const stops = rows.flatMap(stopsOf).map(({ element }) => element);
  const [first] = rows;
  const current =
    stops.find((element) => element === document.activeElement) ??
    stops.find((element) => element.tabIndex === 0 && element.dataset.stop === 'here') ??
    (first && (linkOf(first) ?? stopsOf(first)[0]?.element));
  for (const element of stops) {
    element.tabIndex = element === current ? 0 : -1;
    if (element === current) element.dataset.stop = 'here';
    else delete element.dataset.stop;
  }
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const sideways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Where a key leads from a stop; undefined when it leads nowhere. */
export function after(key: string, from: HTMLElement, body: Element): HTMLElement | undefined {
  const rows = rowsOf(body);
  const row = rowOf(from);
  if (row === null) return undefined;
  const stops = stopsOf(row);
  const at = stops.findIndex(({ element }) => element === from);
  const here = stops[at];
  if (here === undefined) return undefined;
  const aside = sideways[key];
  if (aside !== undefined) return stops[at + aside]?.element;
  const place = rows.indexOf(row);
  const other =
    key === 'Home' ? rows[0] : key === 'End' ? rows.at(-1) : rows[place + (steps[key] ?? 0)];
  if (other === undefined || other === row) return undefined;
  const there = stopsOf(other);
  const among = stops.filter(({ cell }) => cell === here.cell).indexOf(here);
  const same = there.filter(({ cell }) => cell === here.cell);
  return (same[Math.min(among, same.length - 1)] ?? there[0])?.element;
}

export const isMove = (key: string): boolean =>
  key in steps || key in sideways || key === 'Home' || key === 'End';

/** The row that has the focus, or had it last; without one the first. */
export const currentRow = (body: Element): HTMLElement | null =>
  rowOf(body.contains(document.activeElement) ? document.activeElement : null) ??
  rowOf(body.querySelector('[data-stop="here"]')) ??
  rowsOf(body)[0] ??
  null;

/** Puts the focus on the next row or the one before; on the current one, when the focus is elsewhere on the page. */
export function stepRow(body: Element, by: number): void {
  const rows = rowsOf(body);
  const current = currentRow(body);
  if (current === null) return;
  const there = body.contains(document.activeElement);
  const row = there ? rows[rows.indexOf(current) + by] : current;
  if (row !== undefined) (linkOf(row) ?? stopsOf(row)[0]?.element)?.focus();
}
