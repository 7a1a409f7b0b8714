import * as v from 'valibot';

export const personTabs = [
  'profiel',
  'tijdlijn',
  'taken',
  'tuchtzaken',
  'delen',
  'wijzigingen',
] as const;

export type PersonTab = (typeof personTabs)[number];

/** What a person's page shows, as it stands in the address. */
export const personSearchSchema = v.object({
  tab: v.optional(v.fallback(v.picklist(personTabs), 'profiel'), 'profiel'),
});

/** Left out of the address. */
export const usualPersonSearch = v.parse(personSearchSchema, {});
