import { expect, it } from 'vitest';

import { fetchedAt, longAgo, longDay, nearDay } from './days';

it('names days by how near they are', () => {
  expect(nearDay('2026-11-24', '2026-11-24')).toBe('vandaag');
  expect(nearDay('2026-12-01', '2026-11-30')).toBe('morgen');
  expect(nearDay('2026-11-26', '2026-11-24')).toMatch(/^do 26 nov/);
  // The night in which the clock changes has 25 hours.
  expect(nearDay('2026-10-26', '2026-10-25')).toBe('morgen');
  expect(longDay('2026-11-24')).toBe('dinsdag 24 november');
});

const stamp = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

it('tells how long ago something was by the days between', () => {
  const now = new Date(2026, 10, 24, 0, 5);
  const ago = (...at: [number, number]) => longAgo(stamp(new Date(2026, 10, ...at)), now);
  expect(ago(24, 0)).toBe('vandaag om 00:00');
  expect(ago(23, 23)).toBe('gisteren om 23:00');
  expect(ago(23, 3)).toBe('gisteren om 03:00');
  expect(ago(22, 23)).toBe('2 dagen geleden');
  // A clock may be a little ahead of the other.
  expect(ago(24, 1)).toBe('vandaag om 01:00');
});

it('tells when something was fetched', () => {
  const now = new Date(2026, 10, 24, 12, 0);
  expect(fetchedAt(stamp(new Date(2026, 10, 24, 10, 45)), now)).toBe('10:45');
  expect(fetchedAt(stamp(new Date(2026, 10, 23, 18, 0)), now)).toMatch(/^ma 23 nov.* 18:00$/);
});
