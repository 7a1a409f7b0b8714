import type { FeeSeason, FeeSettingsChange } from '@/api/types';
import { changedKeys, sameJson } from '@/components/cards/changed-keys';
import { numberProblem, type TypedNumber, typedNumber } from '@/lib/typed-number';

export interface CategoryDraft {
  slug: string;
  label: string;
  amount: TypedNumber;
  youth: boolean;
  ageClasses: string;
  functions: string;
  teams: number[];
}

export interface SettingsDraft {
  categories: CategoryDraft[];
  second: TypedNumber;
  third: TypedNumber;
  plan3: boolean;
  plan8: boolean;
}

/** Each is saved, or kept, by itself. */
const parts = ['categories', 'second', 'third', 'plan3', 'plan8'] as const;

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

/** Whether a field that must hold a number is empty. */
export const lacksNumbers = ({ categories, second, third }: SettingsDraft): boolean =>
  [...categories.map(({ amount }) => amount), second, third].some(
    (typed) => numberProblem(typed) !== null,
  );

/** The parts of a draft, each as the server takes it. */
const partsOf = (draft: SettingsDraft) => ({
  categories: Object.fromEntries(
    draft.categories.map((category, index) => [
      category.slug,
      {
        label: category.label,
        amount: typedNumber(category.amount),
        is_youth: category.youth,
        sort_order: (index + 1) * 10,
        age_classes: split(category.ageClasses),
        matching_teams: category.teams,
        matching_werkfuncties: split(category.functions),
      },
    ]),
  ),
  second: typedNumber(draft.second),
  third: typedNumber(draft.third),
  plan3: draft.plan3,
  plan8: draft.plan8,
});

/** What was edited. The server keeps the parts that are left out. */
export function changeOf(
  season: string,
  before: SettingsDraft,
  draft: SettingsDraft,
): FeeSettingsChange {
  const { categories, second, third, plan3, plan8 } = changedKeys(partsOf(before), partsOf(draft));
  return {
    season,
    ...(categories !== undefined && { categories }),
    ...((second !== undefined || third !== undefined) && {
      family_discount: {
        ...(second !== undefined && { second_child_percent: second }),
        ...(third !== undefined && { third_child_percent: third }),
      },
    }),
    ...(plan3 !== undefined && { installment_plan_3_enabled: plan3 }),
    ...(plan8 !== undefined && { installment_plan_8_enabled: plan8 }),
  };
}

/**
 * What somebody else changed of settings since they were opened: the parts that can be taken over at once, and those that were edited
 * here as well, into something else. Saving these would undo what the other one did.
 */
export function changedMeanwhile(
  before: SettingsDraft,
  draft: SettingsDraft,
  theirs: SettingsDraft,
): { free: Partial<SettingsDraft>; overtaken: Partial<SettingsDraft> } {
  const [was, mine, now] = [partsOf(before), partsOf(draft), partsOf(theirs)];
  const edited = changedKeys(was, mine);
  const differs = changedKeys(mine, now);
  const free: Partial<SettingsDraft> = {};
  const overtaken: Partial<SettingsDraft> = {};
  for (const part of parts) {
    if (sameJson(before[part], theirs[part])) continue;
    put(part, theirs, part in edited && part in differs ? overtaken : free);
  }
  return { free, overtaken };
}

const put = <Values extends object>(key: keyof Values, from: Values, into: Partial<Values>) => {
  into[key] = from[key];
};

/** A code that no other category has. */
export function newSlug(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number++) {
    const slug = `categorie-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
