/** By what a list of groups can be sorted: first and second are the counts of a row. */
export const groupSorts = ['name', 'staff', 'activiteit', 'gender', 'first', 'second'] as const;

export type GroupSort = (typeof groupSorts)[number];

/** To what a list of groups can be narrowed; '' is all of them. */
export const groupShows = [
  '',
  'veld',
  'zaal',
  'mannen',
  'vrouwen',
  'gemengd',
  'zonder-staf',
  'leeg',
] as const;

export type GroupShow = (typeof groupShows)[number];

export const readGroupShow = (written: string): GroupShow =>
  groupShows.find((show) => show === written) ?? '';

export const readGroupSort = (written: string): GroupSort =>
  groupSorts.find((sort) => sort === written) ?? 'name';
