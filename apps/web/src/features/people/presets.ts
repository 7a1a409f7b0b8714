import { filterIds, type Filters, nothing } from './filters';

/** The lists that volunteers ask for every week. */
export const presets = {
  vogMissing: { vogNodig: '1', vogMissing: '1' },
  gestopt: { gestopt: '1', oudLeden: '1' },
  zonderEmail: { zonderEmail: '1' },
  nieuw: { nieuw: '1' },
} as const satisfies Record<string, Partial<Filters>>;

export type PresetId = keyof typeof presets;

/** A list with a preset's filters and no others. */
export const withPreset = (id: PresetId): Filters => ({ ...nothing, ...presets[id] });

export const isPreset = (filters: Filters, id: PresetId): boolean => {
  const wanted = withPreset(id);
  return (
    filterIds.every((one) => filters[one] === wanted[one]) && filters.oudLeden === wanted.oudLeden
  );
};
