import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useRef, useState } from 'react';

import { useKeys } from '@/components/keyboard/use-keys';
import { tableTexts } from '@/texts/table';

import { ColumnHead } from './ColumnHead';
import { FullText } from './FullText';
import { layOut, type Widths } from './layout';
import { mark } from './mark';
import { currentRow, stepRow } from './rows';
import { SelectBox } from './SelectBox';
import classes from './Table.module.css';
import { useOverflow } from './use-overflow';
import { useRows } from './use-rows';

export interface TableColumn<Row> {
  id: string;
  label: string;
  /** Nothing to show is null or ''. */
  cell: (row: Row) => ReactNode;
  /** A CSS length; a user may choose another one. */
  width: string;
  /** Takes what is left of the width. */
  grows?: boolean;
  number?: boolean;
  /** Is left out where the table would scroll sideways. */
  givesWay?: boolean;
  /** It can be sorted by. */
  sorts?: boolean;
}

export interface TableSort {
  by: string;
  descending: boolean;
  onSort: (by: string, descending: boolean) => void;
}

export interface TableSelection<Row> {
  /** How many rows of those that are shown are selected. */
  shown: number;
  has: (row: Row) => boolean;
  /** With range: everything between the one before and this one. */
  toggle: (row: Row, range: boolean) => void;
  /** All that are shown, or none of them. */
  toggleShown: () => void;
  label: (row: Row) => string;
  labelOfAll: string;
}

export type Density = 'compact' | 'roomy';

export interface TableProps<Row> {
  /** What the rows are. */
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => number | string;
  /** What tells a row from the others; stays in view. It brings the link to the row's page. */
  name: TableColumn<Row>;
  columns: readonly TableColumn<Row>[];
  /** A row on a phone, and what stands above all of them. */
  line: (row: Row) => ReactNode;
  lineHead?: ReactNode;
  sort?: TableSort;
  selection?: TableSelection<Row>;
  density?: Density;
  widths?: Widths;
  /** The user chose a width; undefined for the usual one. */
  onWidth?: (column: string, width: number | undefined) => void;
  /** It is the list of its page: keys of one letter walk through it and select in it. */
  keyed?: boolean;
  /** Shown fainter. */
  faint?: (row: Row) => boolean;
}

/** Walks through the rows, and selects. */
function useRowKeys<Row>(body: RefObject<HTMLElement | null>, props: TableProps<Row>): void {
  const { rows, idOf, selection, keyed = false } = props;
  const step = (by: number) => {
    if (body.current !== null) stepRow(body.current, by);
  };
  const select = (range: boolean) => {
    const at = body.current && currentRow(body.current);
    const row = at && rows.find((one) => String(idOf(one)) === at.dataset.row);
    if (row) selection?.toggle(row, range);
  };
  const walk = { j: () => step(1), k: () => step(-1) };
  const choose = selection && { x: () => select(false), X: () => select(true) };
  useKeys(keyed ? { ...walk, ...choose } : none);
}

const none = {};

const ignore = () => undefined;

const noWidths: Widths = {};

/** A list of records: a table, and on a phone lines that are read and touched. */
export function Table<Row>(props: TableProps<Row>) {
  // Known before the first paint: this page is never rendered on a server.
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return narrow ? <Lines {...props} /> : <Grid {...props} />;
}

/**
 * A plain table: Mantine's own brings its scroll area and the positioning of pop-ups along, a tenth of all script that
 * the first list would wait for.
 */
function Grid<Row>(props: TableProps<Row>) {
  const { label, rows, idOf, name, columns, sort, selection, density, onWidth, faint } = props;
  const [dragged, setDragged] = useState<{ column: string; width: number }>();
  const [cut, setCut] = useState<HTMLElement>();
  const body = useRows<HTMLTableSectionElement>(setCut);
  useRowKeys(body, props);
  const frame = useRef<HTMLDivElement>(null);
  const overflow = useOverflow(frame);

  const chosen = { ...(props.widths ?? noWidths) };
  if (dragged !== undefined) chosen[dragged.column] = dragged.width;
  const all = [name, ...columns];
  const layout = layOut(all, chosen, selection === undefined ? '0px' : 'var(--tick-width)');
  const head = (column: TableColumn<Row>) => (
    <ColumnHead
      key={column.id}
      column={column}
      sort={sort}
      onDrag={onWidth && ((width) => setDragged({ column: column.id, width }))}
      onWidth={
        onWidth &&
        ((width) => {
          setDragged(undefined);
          onWidth(column.id, width);
        })
      }
    />
  );

  return (
    <div
      className={classes.frame}
      data-density={density}
      data-more-left={overflow.left || undefined}
      data-more-right={overflow.right || undefined}
    >
      <div
        ref={frame}
        className={classes.scroller}
        data-overflows={overflow.overflows || undefined}
        // Who has no mouse scrolls it sideways by the arrow keys, and hears what it is.
        {...(overflow.overflows && {
          tabIndex: 0,
          role: 'group',
          'aria-label': tableTexts.scrolls(label),
        })}
      >
        <table
          className={classes.table}
          style={{
            minWidth: layout.fixed ? undefined : layout.minWidth,
            width: layout.fixed ? layout.minWidth : '100%',
          }}
        >
          <caption>
            <VisuallyHidden>{label}</VisuallyHidden>
          </caption>
          <colgroup>
            {selection && <col className={classes.tickColumn} />}
            {all.map((column, index) => (
              <col
                key={column.id}
                style={{ width: layout.columns[index] }}
                data-gives-way={mark(column.givesWay)}
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <td className={classes.tick} data-print="never">
                  <SelectBox
                    label={selection.labelOfAll}
                    checked={selection.shown === rows.length}
                    mixed={selection.shown > 0 && selection.shown < rows.length}
                    onChange={selection.toggleShown}
                  />
                </td>
              )}
              {all.map(head)}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr
                key={idOf(row)}
                data-row={idOf(row)}
                data-faint={mark(faint?.(row))}
                data-selected={mark(selection?.has(row))}
              >
                {selection && (
                  <td className={classes.tick} data-print="never">
                    <SelectBox
                      label={selection.label(row)}
                      checked={selection.has(row)}
                      onChange={(range) => selection.toggle(row, range)}
                    />
                  </td>
                )}
                <th scope="row" className={classes.name}>
                  {name.cell(row)}
                </th>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-column={column.id}
                    data-number={column.number}
                    data-gives-way={mark(column.givesWay)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FullText of={cut} />
    </div>
  );
}

function Lines<Row>(props: TableProps<Row>) {
  const { rows, idOf, line, lineHead, selection, faint, label } = props;
  const body = useRows<HTMLUListElement>(ignore);
  useRowKeys(body, props);
  return (
    <>
      {lineHead && (
        <div className={classes.lineHead} data-print="never">
          {lineHead}
        </div>
      )}
      <ul ref={body} className={classes.lines} aria-label={label}>
        {rows.map((row) => (
          <li
            key={idOf(row)}
            data-row={idOf(row)}
            data-faint={mark(faint?.(row))}
            data-selected={mark(selection?.has(row))}
          >
            {line(row)}
          </li>
        ))}
      </ul>
    </>
  );
}
