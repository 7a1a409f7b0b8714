// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { exportParams } from './mutations';
import type { ExportQuery } from './wire';

it('asks for values that hold a comma as they are', () => {
  const query: ExportQuery = {
    format: 'csv',
    columns: ['name', 'email'],
    search: 'a, b',
    functie: ['Trainer, keepers', 'Leider'],
    team: [7, 9],
  };
  expect([...exportParams(query)]).toEqual([
    ['format', 'csv'],
    ['columns', 'name,email'],
    ['search', 'a, b'],
    ['functie[]', 'Trainer, keepers'],
    ['functie[]', 'Leider'],
    ['team[]', '7'],
    ['team[]', '9'],
  ]);
});
