import { expect, test } from 'vitest';

import type { FeeSeason } from '@/api/types';

import { changeOf, draftOf, newSlug } from './settings';

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
    family_discount: { second_child_percent: 30, third_child_percent: 50 },
  });
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
