import { Skeleton, VisuallyHidden } from '@mantine/core';

import { commonTexts } from '@/texts/common';

import type { ColumnId } from './columns';
import classes from './PeopleSkeleton.module.css';

const rows = Array.from({ length: 12 }, (_, row) => row);

export function PeopleSkeleton({ columns }: { columns: readonly ColumnId[] }) {
  return (
    <div role="status">
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      {rows.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton circle height={32} flex="none" />
          <Skeleton height={12} width={`${20 + ((row * 7) % 11)}%`} />
          {columns.slice(0, 4).map((id) => (
            <Skeleton key={id} height={10} width="14%" className={classes.cell} />
          ))}
        </div>
      ))}
    </div>
  );
}
