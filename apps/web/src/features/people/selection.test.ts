import { describe, expect, it } from 'vitest';

import type { PersonRow } from '@/api/types';

import {
  countOf,
  everyone,
  isSelected,
  nobody,
  only,
  type SelectionState,
  whoOf,
  toggled,
  toggledShown,
} from './selection';

const person = (id: number) => ({ id, name: `P${id}` }) as PersonRow;
const page = [1, 2, 3, 4, 5].map(person);
const next = [6, 7].map(person);
const juniors = { type_lid: ['Junior'] };

const ids = ({ people }: SelectionState) => [...people.keys()];
const tick = (state: SelectionState, id: number, range = false, rows = page) =>
  toggled(state, {}, rows, person(id), range);

describe('one by one', () => {
  it('comes and goes, and stays beyond a page and a filter', () => {
    let state = tick(tick(nobody, 2), 4);
    state = toggled(state, juniors, next, person(7), false);
    expect(whoOf(state)).toEqual({ ids: [2, 4, 7] });
    expect(countOf(state)).toBe(3);
    state = tick(state, 4);
    expect(ids(state)).toEqual([2, 7]);
    expect(isSelected(state, {}, 2)).toBe(true);
    expect(isSelected(state, {}, 4)).toBe(false);
  });

  it.each([
    [2, 4, [2, 3, 4]],
    [4, 2, [4, 2, 3]],
    [3, 3, []],
    [1, 5, [1, 2, 3, 4, 5]],
  ])('takes everybody from %i to %i along with Shift', (from, to, want) => {
    expect(ids(tick(tick(nobody, from), to, true))).toEqual(want);
  });

  it('lets a range go likewise', () => {
    const all = toggledShown(nobody, {}, page);
    expect(ids(tick(tick(all, 2), 4, true))).toEqual([1, 5]);
  });

  it('begins no range on another page', () => {
    expect(ids(tick(tick(nobody, 2), 7, true, next))).toEqual([2, 7]);
    expect(ids(tick(nobody, 3, true))).toEqual([3]);
  });
});

describe('the page that is shown', () => {
  it('is added to what is selected elsewhere, and goes alone', () => {
    const state = toggledShown(tick(nobody, 7, false, next), {}, page);
    expect(ids(state)).toEqual([7, 1, 2, 3, 4, 5]);
    expect(ids(toggledShown(state, {}, page))).toEqual([7]);
  });
});

describe('everybody of a list', () => {
  const all = everyone(juniors, 230);

  it('is a filter and how many it found', () => {
    expect(whoOf(all)).toEqual({ filter: juniors, expected: 230 });
    expect(countOf(all)).toBe(230);
  });

  it('holds whoever that filter finds, on every page, and nobody of another list', () => {
    expect(isSelected(all, { type_lid: ['Junior'] }, 99)).toBe(true);
    expect(isSelected(all, {}, 99)).toBe(false);
  });

  it('becomes the others of the page, when one is taken out', () => {
    const state = toggled(all, juniors, page, person(3), false);
    expect(whoOf(state)).toEqual({ ids: [1, 2, 4, 5] });
  });

  it('goes as a whole', () => {
    expect(countOf(toggledShown(all, juniors, page))).toBe(0);
  });
});

it('whoever failed stays selected, with the names that are known', () => {
  const state = only(tick(tick(nobody, 2), 4), next, [4, 6, 99]);
  expect([...state.people.values()].map(({ name }) => name)).toEqual(['P4', 'P6']);
});
