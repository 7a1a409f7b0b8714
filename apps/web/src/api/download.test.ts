import { beforeAll, expect, it, vi } from 'vitest';

let fileName: (disposition: string) => string | undefined;

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'https://club.example' } });
  ({ fileName } = await import('./download'));
});

it.each([
  ['attachment; filename="leden-2026-11-21.csv"', 'leden-2026-11-21.csv'],
  ['attachment; filename=leden.xlsx', 'leden.xlsx'],
  ['attachment; filename="x.csv"; filename*=UTF-8\'\'led%C3%A9n.csv', 'ledén.csv'],
  ['inline', undefined],
  ['', undefined],
])('reads the name of a file from %s', (disposition, name) => {
  expect(fileName(disposition)).toBe(name);
});
