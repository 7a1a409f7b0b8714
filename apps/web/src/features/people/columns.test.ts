import { describe, expect, it } from 'vitest';

import {
  chosenColumns,
  columnIds,
  defaultColumns,
  exportColumns,
  orderBy,
  sortIds,
} from './columns';

describe('the columns of a user', () => {
  it('are the usual ones without a choice', () => {
    expect(chosenColumns([])).toEqual(defaultColumns);
    expect(chosenColumns(['bestaat-niet', 'constructor'])).toEqual(defaultColumns);
  });

  it('keep their order, each once', () => {
    expect(chosenColumns(['modified', 'email', 'weg', 'modified'])).toEqual(['modified', 'email']);
  });
});

it('the export has the name, and then the columns in the order of the list', () => {
  expect(exportColumns(['modified', 'team', 'email'])).toEqual([
    'name',
    'modified',
    'team',
    'email',
  ]);
});

it('whatever can be sorted is sorted by something', () => {
  expect(sortIds.map(orderBy)).not.toContain(null);
  expect(new Set(columnIds).size).toBe(columnIds.length);
});
