import { expect, test } from 'vitest';

import type { FeeSeason } from '@/api/types';

import { changedMeanwhile, changeOf, draftOf, lacksNumbers, newSlug } from './settings';

const season: FeeSeason = {
  key: '2025-2026',
  borrowed_from: null,
  own: true,
  categories: {
    senior: {
      label: 'Senior',
      amount: 255,
      age_classes: [],
      is_youth: false,
      sort_order: 20,
      matching_teams: [],
      matching_werkfuncties: [],
    },
    mini: {
      label: 'Mini',
      amount: 130.5,
      age_classes: ['Onder 7', 'Onder 8'],
      is_youth: true,
      sort_order: 10,
      matching_teams: [3],
      matching_werkfuncties: ['Donateur'],
    },
  },
  family_discount: { second_child_percent: 25, third_child_percent: 50 },
  installment_plan_3_enabled: true,
  installment_plan_8_enabled: false,
};

const opened = draftOf(season);

test('what nobody edited is not sent', () => {
  expect(changeOf(season.key, opened, draftOf(season))).toEqual({ season: season.key });
  expect(changeOf(season.key, opened, { ...opened, plan8: true })).toEqual({
    season: season.key,
    installment_plan_8_enabled: true,
  });
  expect(changeOf(season.key, opened, { ...opened, second: 30 })).toEqual({
    season: season.key,
    family_discount: { second_child_percent: 30 },
  });
  expect(changeOf(season.key, opened, { ...opened, third: '60.' })).toEqual({
    season: season.key,
    family_discount: { third_child_percent: 60 },
  });
});

test('what was typed is no change as long as it is the same number', () => {
  const categories = opened.categories.map((one) =>
    one.slug === 'mini' ? { ...one, amount: '130.50' } : one,
  );
  const draft = { ...opened, categories, second: '25.' };
  expect(changeOf(season.key, opened, draft)).toEqual({ season: season.key });
});

test('a field of a number is not left empty', () => {
  const amountOf = (amount: number | string) => ({
    ...opened,
    categories: opened.categories.map((one) => ({ ...one, amount })),
  });
  expect(lacksNumbers(opened)).toBe(false);
  expect(lacksNumbers(amountOf(0))).toBe(false);
  expect(lacksNumbers(amountOf(''))).toBe(true);
  expect(lacksNumbers({ ...opened, third: '' })).toBe(true);
});

test('what somebody else changed is taken over, but for what was edited here as well', () => {
  const theirs = { ...opened, second: 20, third: 60 };
  expect(changedMeanwhile(opened, opened, opened)).toEqual({ free: {}, overtaken: {} });
  expect(changedMeanwhile(opened, opened, theirs)).toEqual({
    free: { second: 20, third: 60 },
    overtaken: {},
  });
  expect(changedMeanwhile(opened, { ...opened, second: '30' }, theirs)).toEqual({
    free: { third: 60 },
    overtaken: { second: 20 },
  });
  // Both made the same of it.
  expect(changedMeanwhile(opened, { ...opened, second: '20.' }, theirs).overtaken).toEqual({});
});

test('categories of which one was edited are sent all, and the others as they came', () => {
  const { mini, senior } = season.categories;
  const categories = opened.categories.map((one) =>
    one.slug === 'senior' ? { ...one, amount: 260 } : one,
  );
  expect(changeOf(season.key, opened, { ...opened, categories })).toEqual({
    season: season.key,
    categories: { mini, senior: { ...senior, amount: 260 } },
  });
});

test('the order of the list becomes the order of the categories', () => {
  const draft = draftOf(season);
  draft.categories.reverse();
  expect(changeOf(season.key, opened, draft).categories?.senior?.sort_order).toBe(10);
});

test('blanks and empty parts of lists are left out', () => {
  const draft = draftOf(season);
  draft.categories = draft.categories.map((one) => ({ ...one, ageClasses: ' Onder 9 ,, ' }));
  expect(changeOf(season.key, opened, draft).categories?.mini?.age_classes).toEqual(['Onder 9']);
});

test('a new category has a code of its own', () => {
  expect(newSlug(['categorie-2', 'x'])).toBe('categorie-3');
  expect(newSlug(['a', 'categorie-3'])).toBe('categorie-4');
});
