import * as v from 'valibot';

import type { PeopleQuery } from '@/api/people/wire';
import type { SavedView } from '@/api/types';
import { isDay } from '@/lib/is-day';

/** An address has texts, a link in the page may have numbers: both are read. */
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  v.optional(v.fallback(v.pipe(text, v.picklist(['', ...values])), ''), '');

const yes = oneOf('1');
const yesOrNo = oneOf('1', '0');

/** Between texts in an address; a link of before has one text, and no type of member has this in it. */
const between = '~';

const most = 50; // values of a filter

const several = (separator: string, isValue: (value: string) => boolean) =>
  v.optional(
    v.fallback(
      v.pipe(
        text,
        v.transform((written) => [...new Set(written.split(separator))].filter(Boolean)),
        v.check((values) => values.length <= most && values.every(isValue)),
        v.transform((values) => values.join(separator)),
      ),
      '',
    ),
    '',
  );

/** As long as the server takes them. */
const words = several(between, (value) => value.length <= 200);
const numbers = several(',', (value) => /^[1-9]\d{0,8}$/.test(value));

const genders = ['male', 'female', 'non_binary', 'other', 'prefer_not_to_say'];

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

/** `16`, `12-17`, `18-` or `-17`. */
const ages = v.optional(
  v.fallback(
    v.pipe(
      text,
      v.regex(/^(\d{1,3}|\d{1,3}-|-\d{1,3}|\d{1,3}-\d{1,3})$/),
      v.check((value) => value.split('-').every((age) => age === '' || within(0, 150)(age))),
    ),
    '',
  ),
  '',
);

/** `2025-07-01~2026-06-30`; without one of them there is no such end. */
const period = v.optional(
  v.fallback(
    v.pipe(
      text,
      v.regex(/^(\d{4}-\d\d-\d\d)?~(\d{4}-\d\d-\d\d)?$/),
      v.check(
        (value) =>
          value !== between && value.split(between).every((day) => day === '' || isDay(day)),
      ),
    ),
    '',
  ),
  '',
);

/** What the list can be narrowed to, by the names of the address; '' is no filter, and so is what makes no sense. */
export const filterEntries = {
  team: numbers,
  commissie: numbers,
  functie: words,
  /** One of these, each of those, none of others. */
  label: numbers,
  labelAlle: numbers,
  labelZonder: numbers,
  typeLid: words,
  leeftijdsgroep: words,
  /** Former members too: that widens the list, and is no filter. */
  oudLeden: yes,
  alleenOud: yes,
  lidTot: yes,
  /** In place of this season another first and last day. */
  lidSinds: period,
  nieuw: yes,
  lidTotDag: period,
  gestopt: yes,
  leeftijd: ages,
  birthYear: years,
  birthMonth: oneOf('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'),
  geslacht: several(between, (value) => genders.includes(value)),
  woonplaats: words,
  vrijwilliger: yesOrNo,
  blokkade: yesOrNo,
  ouder: yesOrNo,
  overleden: yesOrNo,
  vogNodig: yesOrNo,
  vogMissing: yes,
  vogOuder: oneOf('3', '5'),
  vogVerloopt: days,
  vogType: oneOf('nieuw', 'vernieuwing'),
  vogMail: oneOf('sent', 'not_sent'),
  vogJustis: oneOf('submitted', 'not_submitted'),
  vogHerinnering: oneOf('sent', 'not_sent'),
  zonderEmail: yes,
  zonderTelefoon: yes,
  zonderFoto: yes,
  fotoMissing: yes,
  modified: oneOf('7', '30', '90', '365'),
  eigenaar: oneOf('mine', 'shared'),
};

type Entries = typeof filterEntries;

export type Filters = { [Id in keyof Entries]: v.InferOutput<Entries[Id]> };

/** What counts as a filter. */
export type FilterId = Exclude<keyof Filters, 'oudLeden'>;

const isFilter = (id: string): id is FilterId =>
  Object.hasOwn(filterEntries, id) && id !== 'oudLeden';

export const filterIds = Object.keys(filterEntries).filter(isFilter);

/** Whether a filter is so or not asked, and has no values. */
export const isFlag = (id: FilterId): boolean => filterEntries[id] === yes;

/** Filters that hold when one of several values does; what a value of the address is. */
export const severalOf = {
  team: ',',
  commissie: ',',
  functie: between,
  label: ',',
  labelAlle: ',',
  labelZonder: ',',
  typeLid: between,
  leeftijdsgroep: between,
  geslacht: between,
  woonplaats: between,
} as const satisfies Partial<Record<FilterId, string>>;

export type SeveralId = keyof typeof severalOf;

export const isSeveral = (id: FilterId): id is SeveralId => Object.hasOwn(severalOf, id);

/** The values of a filter that may have several. */
export const valuesOf = (id: SeveralId, filters: Filters): string[] =>
  filters[id].split(severalOf[id]).filter((value) => value !== '');

/** The value of the address that means several. */
export const written = (id: SeveralId, values: readonly string[]): string =>
  values.join(severalOf[id]);

/** Every filter, and none of them asked. */
export const nothing: Filters = v.parse(v.object(filterEntries), {});

/** Takes all filters away; who was shown besides stays. */
export const noFilters = v.parse(v.omit(v.object(filterEntries), ['oudLeden']), {});

/** Days that are asked for, and the season that they stand in place of. */
const insteadOf: Partial<Record<FilterId, FilterId>> = { nieuw: 'lidSinds', gestopt: 'lidTotDag' };

export const activeFilters = (filters: Filters): FilterId[] =>
  filterIds.filter((id) => {
    const days = insteadOf[id];
    return filters[id] !== '' && (days === undefined || filters[days] === '');
  });

/** One filter of what a form gives; what is no value of it means no filter. */
export const withFilter = (id: keyof Filters, value: string): Partial<Filters> =>
  v.parse(v.partial(v.object(filterEntries)), { [id]: value });

const season = 'season';

/** The question to the server, without what is not asked. */
export function toFilterQuery(filters: Filters): PeopleQuery {
  const [bornFrom = '', bornTo = ''] = filters.birthYear.split('-');
  const [ageFrom = '', ageTo = ageFrom] = filters.leeftijd.split('-');
  const isAsked = (id: FilterId) => activeFilters(filters).includes(id);
  const [sinceFrom = '', sinceTo = ''] = filters.lidSinds.split(between);
  const [untilFrom = '', untilTo = ''] = filters.lidTotDag.split(between);
  const [thisSeason, leaving] = [isAsked('nieuw') && season, isAsked('gestopt') && season];
  return withoutEmpty({
    team: valuesOf('team', filters).map(Number),
    commissie: valuesOf('commissie', filters).map(Number),
    functie: valuesOf('functie', filters),
    label: valuesOf('label', filters).map(Number),
    label_all: valuesOf('labelAlle', filters).map(Number),
    label_none: valuesOf('labelZonder', filters).map(Number),
    type_lid: valuesOf('typeLid', filters),
    leeftijdsgroep: valuesOf('leeftijdsgroep', filters),
    include_former: filters.oudLeden,
    former_member: filters.alleenOud,
    lid_tot_future: filters.lidTot,
    lid_sinds_from: thisSeason || sinceFrom,
    lid_sinds_to: sinceTo,
    lid_tot_from: leaving || untilFrom,
    lid_tot_to: leaving || untilTo,
    age_from: ageFrom,
    age_to: ageTo,
    birth_year_from: bornFrom,
    birth_year_to: bornTo,
    birth_month: filters.birthMonth,
    gender: valuesOf('geslacht', filters),
    woonplaats: valuesOf('woonplaats', filters),
    huidig_vrijwilliger: filters.vrijwilliger,
    financiele_blokkade: filters.blokkade,
    isparent: filters.ouder,
    is_deceased: filters.overleden,
    vog_required: filters.vogNodig,
    vog_missing: filters.vogMissing,
    vog_older_than_years: filters.vogOuder,
    vog_expiring_within_days: filters.vogVerloopt,
    vog_type: filters.vogType,
    vog_email_status: filters.vogMail,
    vog_justis_status: filters.vogJustis,
    vog_reminder_status: filters.vogHerinnering,
    email_missing: filters.zonderEmail,
    telefoon_missing: filters.zonderTelefoon,
    photo_missing: filters.zonderFoto,
    foto_missing: filters.fotoMissing,
    modified_days: filters.modified,
    ownership: filters.eigenaar,
  });
}

function withoutEmpty<Query extends object>(query: Query): Partial<Query> {
  const asked: Partial<Query> = {};
  for (const key in query) {
    const value = query[key];
    if (value !== '' && !(Array.isArray(value) && value.length === 0)) asked[key] = value;
  }
  return asked;
}

/** The filters that a question to the server stands for; what the page has no filter for is left out. */
export function fromFilterQuery(query: SavedView['filter']): Filters {
  const span = (from = '', to = '') => (from === to ? from : `${from}-${to}`);
  const period = (from = '', to = '') => `${from}${between}${to}`;
  // One list of labels with a mode is what other programs may have kept.
  const inMode = (mode: 'any' | 'all' | 'none', ids: readonly number[] = []) =>
    [...ids, ...((query.label_mode || 'any') === mode ? (query.label ?? []) : [])].join(
      severalOf.label,
    );
  const is = (value: string | undefined) => (value === season ? '1' : '');
  const {
    birth_year_from: bornFrom,
    birth_year_to: bornTo,
    age_from: ageFrom,
    age_to: ageTo,
  } = query;
  return v.parse(v.object(filterEntries), {
    team: query.team?.join(severalOf.team),
    commissie: query.commissie?.join(severalOf.commissie),
    functie: query.functie?.join(severalOf.functie),
    label: inMode('any'),
    labelAlle: inMode('all', query.label_all),
    labelZonder: inMode('none', query.label_none),
    typeLid: query.type_lid?.join(severalOf.typeLid),
    leeftijdsgroep: query.leeftijdsgroep?.join(severalOf.leeftijdsgroep),
    oudLeden: query.include_former,
    alleenOud: query.former_member,
    lidTot: query.lid_tot_future,
    lidSinds: period(query.lid_sinds_from, query.lid_sinds_to),
    nieuw: is(query.lid_sinds_from),
    lidTotDag: period(query.lid_tot_from, query.lid_tot_to),
    gestopt: is(query.lid_tot_from),
    leeftijd: span(ageFrom, ageTo),
    birthYear: bornFrom && bornTo ? span(bornFrom, bornTo) : (bornFrom ?? bornTo),
    birthMonth: query.birth_month,
    geslacht: query.gender?.join(severalOf.geslacht),
    woonplaats: query.woonplaats?.join(severalOf.woonplaats),
    vrijwilliger: query.huidig_vrijwilliger,
    blokkade: query.financiele_blokkade,
    ouder: query.isparent,
    overleden: query.is_deceased,
    vogNodig: query.vog_required,
    vogMissing: query.vog_missing,
    vogOuder: query.vog_older_than_years,
    vogVerloopt: query.vog_expiring_within_days,
    vogType: query.vog_type,
    vogMail: query.vog_email_status,
    vogJustis: query.vog_justis_status,
    vogHerinnering: query.vog_reminder_status,
    zonderEmail: query.email_missing,
    zonderTelefoon: query.telefoon_missing,
    zonderFoto: query.photo_missing,
    fotoMissing: query.foto_missing,
    modified: query.modified_days,
    eigenaar: query.ownership,
  });
}
