import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import type { Shift } from '@/api/types';

import { askedOf, byDay, lacks, monthFrom, spanOf, statusOf } from './route';
import { shiftsSearchSchema, type ShiftsSearch, usualShiftsSearch } from './search';

const today = '2026-11-24';

const search = (change: Partial<ShiftsSearch>): ShiftsSearch => ({
  ...usualShiftsSearch,
  ...change,
});

describe('the days that are asked for', () => {
  it.each([
    [{}, '2026-11-24', '2027-01-19'],
    [{ van: '2026-01-01', tot: '2026-01-31' }, '2026-01-01', '2026-01-31'],
    [{ van: '2026-02-01', tot: '2026-01-01' }, '2026-02-01', '2026-02-01'],
    [{ toon: 'kalender' as const }, '2026-10-26', '2026-12-06'],
    [{ toon: 'kalender' as const, maand: '2027-02' }, '2027-02-01', '2027-02-28'],
  ])('%j', (change, from, to) => {
    expect(spanOf(search(change), today)).toEqual({ from, to });
  });
});

it('asks for no first day when none was chosen, so that a shift that goes on after midnight stands there', () => {
  expect(askedOf(search({}), today)).toEqual({ from: '', to: '2027-01-19' });
  expect(askedOf(search({ van: today }), today).from).toBe(today);
  expect(askedOf(search({ toon: 'kalender' }), today).from).toBe('2026-10-26');
});

it('goes from month to month, and writes down none for this one', () => {
  expect(monthFrom(search({}), today, 1)).toBe('2026-12');
  expect(monthFrom(search({ maand: '2026-12' }), today, -1)).toBe('');
});

it('takes what makes no sense in an address as the usual', () => {
  const odd = { toon: 'x', van: '2026-02-30', tot: 7, maand: '2026-13', seizoen: 'x', dienst: -1 };
  expect(v.parse(shiftsSearchSchema, odd)).toEqual(usualShiftsSearch);
});

const shift = (change: Partial<Shift>): Shift => ({
  id: 1,
  title: 'Bar',
  place: '',
  date: today,
  start: '19:00',
  end: '01:00',
  capacity: 3,
  filled: 1,
  status: 'open',
  over: false,
  published: true,
  assignments: [],
  mine: false,
  can_sign_up: true,
  can_sign_off: false,
  etag: '"1"',
  ...change,
});

it('counts whom an open shift lacks, and no other', () => {
  const of = (change: Partial<Shift>) => lacks(shift(change));
  expect([of({}), of({ status: 'cancelled' }), of({ status: 'full', filled: 3 })]).toEqual([
    2, 0, 0,
  ]);
});

it('looks for nobody on a shift that is over, whatever was decided about it', () => {
  const of = (change: Partial<Shift>) => {
    const one = shift({ over: true, ...change });
    return [lacks(one), statusOf(one)];
  };
  expect([of({}), of({ status: 'full', filled: 3 }), of({ status: 'cancelled' })]).toEqual([
    [0, 'completed'],
    [0, 'completed'],
    [0, 'cancelled'],
  ]);
  expect(statusOf(shift({}))).toBe('open');
});

it('reads an address, which holds texts alone', () => {
  expect(v.parse(shiftsSearchSchema, { dienst: '7', mijn: 'true', open: 'false' })).toMatchObject({
    dienst: 7,
    mijn: true,
    open: false,
  });
});

it('puts shifts together by day', () => {
  const list = [shift({ id: 1 }), shift({ id: 2 }), shift({ id: 3, date: '2026-11-25' })];
  expect(byDay(list).map(([day, of]) => [day, of.map(({ id }) => id)])).toEqual([
    [today, [1, 2]],
    ['2026-11-25', [3]],
  ]);
});
