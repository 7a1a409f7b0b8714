import type { FeeSeason, FeeSettingsChange } from '@/api/types';
import { changedKeys } from '@/components/cards/changed-keys';

export interface CategoryDraft {
  slug: string;
  label: string;
  amount: number;
  youth: boolean;
  ageClasses: string;
  functions: string;
  teams: number[];
}

export interface SettingsDraft {
  categories: CategoryDraft[];
  second: number;
  third: number;
  plan3: boolean;
  plan8: boolean;
}

const join = (list: readonly string[]) => list.join(', ');

const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Settings as they are edited: the order of the categories is that of the list. */
export const draftOf = (season: FeeSeason): SettingsDraft => ({
  categories: Object.entries(season.categories)
    .toSorted(([, a], [, b]) => a.sort_order - b.sort_order)
    .map(([slug, category]) => ({
      slug,
      label: category.label,
      amount: category.amount,
      youth: category.is_youth,
      ageClasses: join(category.age_classes),
      functions: join(category.matching_werkfuncties),
      teams: category.matching_teams,
    })),
  second: season.family_discount.second_child_percent,
  third: season.family_discount.third_child_percent,
  plan3: season.installment_plan_3_enabled,
  plan8: season.installment_plan_8_enabled,
});

/** The parts of a draft, as the server takes them. */
const partsOf = (draft: SettingsDraft): FeeSettingsChange => ({
  categories: Object.fromEntries(
    draft.categories.map((category, index) => [
      category.slug,
      {
        label: category.label,
        amount: category.amount,
        is_youth: category.youth,
        sort_order: (index + 1) * 10,
        age_classes: split(category.ageClasses),
        matching_teams: category.teams,
        matching_werkfuncties: split(category.functions),
      },
    ]),
  ),
  family_discount: { second_child_percent: draft.second, third_child_percent: draft.third },
  installment_plan_3_enabled: draft.plan3,
  installment_plan_8_enabled: draft.plan8,
});

/** What was edited. The server keeps the parts that are left out. */
export const changeOf = (
  season: string,
  before: SettingsDraft,
  draft: SettingsDraft,
): FeeSettingsChange => ({ season, ...changedKeys(partsOf(before), partsOf(draft)) });

/** A code that no other category has. */
export function newSlug(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number++) {
    const slug = `categorie-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
