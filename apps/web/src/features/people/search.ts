import * as v from 'valibot';

import type { PeopleFilter, PeopleQuery } from '@/api/people/wire';

import { orderBy, readSort } from './columns';
import { filterEntries, toFilterQuery } from './filters';

export const pageSizes = [50, 100] as const;

/** An address has texts, a link in the page has values: both are read. */
const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number));

const sort = v.pipe(
  v.string(),
  v.transform((written) => readSort(written) ?? 'last_name'),
);

/**
 * The whole state of the list, as it stands in the address. What is wrong there falls back to the usual, so that an old
 * or mistyped link still shows a list. Which columns it has is the user's, and not the address's.
 */
export const peopleSearchSchema = v.object({
  page: v.optional(v.fallback(v.pipe(number, v.safeInteger(), v.minValue(1)), 1), 1),
  aantal: v.optional(v.fallback(v.pipe(number, v.picklist(pageSizes)), 50), 50),
  sort: v.optional(v.fallback(sort, 'last_name'), 'last_name'),
  order: v.optional(v.fallback(v.picklist(['asc', 'desc']), 'asc'), 'asc'),
  q: v.optional(v.fallback(v.pipe(v.string(), v.maxLength(200)), ''), ''),
  /** Which view is open, of the user or of somebody who shares it (viewKey); it may have been changed since. */
  weergave: v.optional(
    v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}(-[1-9]\d{0,14})?$/)), ''),
    '',
  ),
  ...filterEntries,
});

export type PeopleSearch = v.InferOutput<typeof peopleSearchSchema>;

/** Left out of the address. */
export const usualSearch: PeopleSearch = v.parse(peopleSearchSchema, {});

/** Whom the list shows, on all its pages together. */
export function toFilter(search: PeopleSearch): PeopleFilter {
  const q = search.q.trim();
  return { ...toFilterQuery(search), ...(q !== '' && { search: q }) };
}

export const orderOf = ({ sort, order }: PeopleSearch) => ({
  orderby: orderBy(sort) ?? 'last_name',
  order,
});

/** The same people, and in which order. */
export const toListQuery = (search: PeopleSearch): PeopleQuery => ({
  ...orderOf(search),
  ...toFilter(search),
});

/** The question to the server that belongs to an address. */
export const toPeopleQuery = (search: PeopleSearch): PeopleQuery => ({
  page: search.page,
  per_page: search.aantal,
  ...toListQuery(search),
});
