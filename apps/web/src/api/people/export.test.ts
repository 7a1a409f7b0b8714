// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

import { exportParams } from './mutations';
import { type ExportQuery, wire } from './wire';

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
    ['team', '7,9'],
  ]);
});

it('lists who has a value that holds a comma, as the file does', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(decodeURIComponent(new URL(request.url).search));
    return Promise.resolve(Response.json([]));
  });
  await wire.list({ page: 2, functie: ['Trainer,keepers', 'Leider'] }, AbortSignal.timeout(9000));
  expect(asked).toEqual(['?page=2&functie[]=Trainer,keepers&functie[]=Leider']);
});
