import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

import type { SortOption } from './LineHead';
import classes from './SortedTable.module.css';
import { Table, type TableProps, type TableSort } from './Table';

// Of phones alone.
const LineHead = lazyPart(() => import('./LineHead'));

interface SortedTableProps<Row> extends Omit<TableProps<Row>, 'lineHead'> {
  sort: TableSort;
  /** By what it can be sorted besides its columns: on a phone alone. */
  moreSorts?: readonly SortOption[];
}

/** A table that is sorted by its head; on a phone, where it has none, by two choices above its lines. */
export function SortedTable<Row>({ moreSorts = [], ...props }: SortedTableProps<Row>) {
  const { rows, name, columns, sort, selection } = props;
  const own = [name, ...columns].filter(({ sorts }) => sorts);
  return (
    <div>
      <Table
        {...props}
        lineHead={
          <Part
            fallback={
              <div className={classes.waits} data-selects={selection !== undefined || undefined} />
            }
          >
            <LineHead
              shown={rows.length}
              options={[...moreSorts, ...own.map(({ id, label }) => ({ value: id, label }))]}
              sort={sort}
              selection={selection}
            />
          </Part>
        }
      />
    </div>
  );
}
