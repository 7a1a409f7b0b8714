import { expect, it } from 'vitest';

import { layOut, withinBounds } from './layout';

const columns = [
  { id: 'name', width: '12rem' },
  { id: 'email', width: '15rem', grows: true },
  { id: 'age', width: '5rem', givesWay: true },
];

it('gives what is left to the column that grows', () => {
  expect(layOut(columns, {}, '2rem')).toEqual({
    columns: ['12rem', undefined, '5rem'],
    minWidth: 'calc(2rem + 12rem + 15rem + 5rem * var(--spare))',
    fixed: false,
  });
});

it('gives it to the first one, when the user chose how wide the other is', () => {
  expect(layOut(columns, { email: 300 }, '2rem').columns).toEqual([undefined, '300px', '5rem']);
});

it('lets all share it, when none grows and nobody chose', () => {
  const layout = layOut(columns.slice(0, 1).concat(columns.slice(2)), {}, '0px');
  expect(layout.columns).toEqual(['12rem', '5rem']);
  expect(layout.fixed).toBe(false);
});

it('gives it to nobody, when the user chose both: a width is what it says', () => {
  const layout = layOut(columns, { name: 200, email: 300, gone: 10 }, '0px');
  expect(layout.columns).toEqual(['200px', '300px', '5rem']);
  expect(layout.fixed).toBe(true);
});

it.each([
  [-5, 64],
  [64, 64],
  [120.4, 120],
  [9_999, 800],
])('takes %s for a width of %s', (wanted, width) => {
  expect(withinBounds(wanted)).toBe(width);
});
