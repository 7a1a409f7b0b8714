import { UnstyledButton } from '@mantine/core';
import type { PointerEvent as ReactPointerEvent } from 'react';

import { FrameIcon } from '../icons/FrameIcon';
import { withinBounds } from './layout';
import { mark } from './mark';
import type { TableColumn, TableSort } from './Table';
import classes from './Table.module.css';

interface ColumnHeadProps<Row> {
  column: TableColumn<Row>;
  sort: TableSort | undefined;
  /** While its edge is dragged. */
  onDrag: ((width: number) => void) | undefined;
  /** Undefined for the usual width. */
  onWidth: ((width: number | undefined) => void) | undefined;
}

export function ColumnHead<Row>({ column, sort, onDrag, onWidth }: ColumnHeadProps<Row>) {
  const { id, label, number, givesWay, sorts } = column;
  const active = sort?.by === id;
  const descending = active && sort.descending;
  const icon = !active ? 'arrows-sort' : descending ? 'arrow-down' : 'arrow-up';
  return (
    <th
      scope="col"
      data-column={id}
      data-number={number}
      data-gives-way={mark(givesWay)}
      aria-sort={
        sort === undefined || sorts !== true
          ? undefined
          : !active
            ? 'none'
            : descending
              ? 'descending'
              : 'ascending'
      }
    >
      {sort === undefined || sorts !== true ? (
        <span className={classes.headLabel}>{label}</span>
      ) : (
        <UnstyledButton
          className={classes.sort}
          data-active={active || undefined}
          onClick={() => sort.onSort(id, active && !descending)}
        >
          <span className={classes.headLabel}>{label}</span>
          <FrameIcon name={icon} size={15} />
        </UnstyledButton>
      )}
      {onDrag && onWidth && <Edge onDrag={onDrag} onWidth={onWidth} />}
    </th>
  );
}

interface EdgeProps {
  onDrag: (width: number) => void;
  onWidth: (width: number | undefined) => void;
}

/** The edge of a column, to drag; who has no mouse gives a width in the choice of columns. */
function Edge({ onDrag, onWidth }: EdgeProps) {
  const drag = (down: ReactPointerEvent<HTMLElement>) => {
    if (down.button !== 0) return;
    down.preventDefault();
    const edge: HTMLElement = down.currentTarget;
    const before = edge.closest('th')?.getBoundingClientRect().width ?? 0;
    const width = (event: PointerEvent) => withinBounds(before + event.clientX - down.clientX);
    const dragging = new AbortController();
    const { signal } = dragging;
    let moved = false;
    edge.setPointerCapture(down.pointerId);
    const follow = (event: PointerEvent) => {
      moved = true;
      onDrag(width(event));
    };
    edge.addEventListener('pointermove', follow, { signal });
    const end = (event: PointerEvent) => {
      dragging.abort();
      if (moved) onWidth(event.type === 'pointerup' ? width(event) : withinBounds(before));
    };
    edge.addEventListener('pointerup', end, { signal });
    edge.addEventListener('pointercancel', end, { signal });
  };
  return (
    <span
      aria-hidden
      className={classes.edge}
      data-print="never"
      onPointerDown={drag}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}
