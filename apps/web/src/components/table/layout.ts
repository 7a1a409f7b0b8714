/** How wide a column is, and who chose that. */
export interface ColumnWidth {
  id: string;
  /** A CSS length, for who chose none. */
  width: string;
  /** Takes what is left of the table's width. */
  grows?: boolean;
  /** Is left out where the table would scroll sideways: Table.module.css says where. */
  givesWay?: boolean;
}

/** Pixels that a user chose, by column. */
export type Widths = Readonly<Record<string, number>>;

export interface Layout {
  /** In the order of the columns; undefined takes what is left. */
  columns: readonly (string | undefined)[];
  /** A narrower place scrolls sideways. */
  minWidth: string;
  /** Nothing takes what is left: the table is as wide as its columns. */
  fixed: boolean;
}

export const narrowest = 64;
export const widest = 800;

/** A width as it may be kept. */
export const withinBounds = (width: number): number =>
  Math.round(Math.min(widest, Math.max(narrowest, width)));

/**
 * The widths of a table with `table-layout: fixed`. What is left goes to the columns that grow. Without one all share it, or, when
 * the user chose some widths, the first one takes it. When its width is chosen too, every column is as wide as it says.
 */
export function layOut(columns: readonly ColumnWidth[], chosen: Widths, extra: string): Layout {
  const isFirst = (column: ColumnWidth) => column === columns[0];
  const free = columns.filter(({ id }) => chosen[id] === undefined);
  const growing = free.filter(({ grows }) => grows);
  const shared = growing.length === 0 && free.length === columns.length;
  const takers = growing.length > 0 ? growing : free.slice(0, shared ? 0 : 1).filter(isFirst);
  const lengths = columns.map(({ id, width }) =>
    chosen[id] === undefined ? width : `${withinBounds(chosen[id])}px`,
  );
  const counted = columns.map(({ givesWay }, index) =>
    givesWay ? `${lengths[index]} * var(--spare)` : lengths[index],
  );
  return {
    columns: columns.map((column, index) => (takers.includes(column) ? undefined : lengths[index])),
    minWidth: `calc(${[extra, ...counted].join(' + ')})`,
    fixed: takers.length === 0 && !shared,
  };
}
