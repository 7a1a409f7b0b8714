import * as v from 'valibot';

import type { PeopleQuery } from '@/api/people/wire';

/** An address has texts, a link in the page may have numbers: both are read. */
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  v.optional(v.fallback(v.pipe(text, v.picklist(['', ...values])), ''), '');

const yes = oneOf('1');
const yesOrNo = oneOf('1', '0');

/** As long as the server takes it. */
const words = v.optional(v.fallback(v.pipe(text, v.maxLength(200)), ''), '');

const within = (from: number, to: number) => (value: string) =>
  Number(value) >= from && Number(value) <= to;

const days = v.optional(
  v.fallback(v.pipe(text, v.regex(/^\d{1,3}$/), v.check(within(1, 365))), ''),
  '',
);

/** `1985`, or `1990-1999` from the first to the last. */
const years = v.optional(
  v.fallback(
    v.pipe(
      text,
      v.regex(/^\d{4}(-\d{4})?$/),
      v.check((value) => value.split('-').every(within(1900, 2100))),
      v.transform((value) => [...new Set(value.split('-'))].sort().join('-')),
    ),
    '',
  ),
  '',
);

/** What the list can be narrowed to, by the names of the address; '' is no filter, and so is what makes no sense. */
export const filterEntries = {
  typeLid: words,
  leeftijdsgroep: words,
  oudLeden: yes,
  lidTot: yes,
  birthYear: years,
  birthMonth: oneOf('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'),
  vrijwilliger: yesOrNo,
  blokkade: yesOrNo,
  vogMissing: yes,
  vogOuder: oneOf('3', '5'),
  vogVerloopt: days,
  vogType: oneOf('nieuw', 'vernieuwing'),
  vogMail: oneOf('sent', 'not_sent'),
  vogJustis: oneOf('submitted', 'not_submitted'),
  vogHerinnering: oneOf('sent', 'not_sent'),
  fotoMissing: yes,
  modified: oneOf('7', '30', '90', '365'),
  eigenaar: oneOf('mine', 'shared'),
};

export type FilterId = keyof typeof filterEntries;

export type Filters = { [Id in FilterId]: v.InferOutput<(typeof filterEntries)[Id]> };

const isFilter = (id: string): id is FilterId => Object.hasOwn(filterEntries, id);

export const filterIds = Object.keys(filterEntries).filter(isFilter);

export const noFilters: Filters = v.parse(v.object(filterEntries), {});

export const activeFilters = (filters: Filters): FilterId[] =>
  filterIds.filter((id) => filters[id] !== '');

/** One filter of what a form gives; what is no value of it means no filter. */
export const withFilter = (id: FilterId, value: string): Partial<Filters> =>
  v.parse(v.partial(v.object(filterEntries)), { [id]: value });

/** The question to the server, without what is not asked. */
export function toFilterQuery(filters: Filters): PeopleQuery {
  const [from = '', to = ''] = filters.birthYear.split('-');
  return withoutEmpty({
    type_lid: filters.typeLid.trim(),
    leeftijdsgroep: filters.leeftijdsgroep.trim(),
    include_former: filters.oudLeden,
    lid_tot_future: filters.lidTot,
    birth_year_from: from,
    birth_year_to: to,
    birth_month: filters.birthMonth,
    huidig_vrijwilliger: filters.vrijwilliger,
    financiele_blokkade: filters.blokkade,
    vog_missing: filters.vogMissing,
    vog_older_than_years: filters.vogOuder,
    vog_expiring_within_days: filters.vogVerloopt,
    vog_type: filters.vogType,
    vog_email_status: filters.vogMail,
    vog_justis_status: filters.vogJustis,
    vog_reminder_status: filters.vogHerinnering,
    foto_missing: filters.fotoMissing,
    modified_days: filters.modified,
    ownership: filters.eigenaar,
  });
}

function withoutEmpty<Query extends object>(query: Query): Partial<Query> {
  const asked: Partial<Query> = {};
  for (const key in query) {
    if (query[key] !== '') asked[key] = query[key];
  }
  return asked;
}
