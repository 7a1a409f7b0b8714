import * as v from 'valibot';

import type { PeopleQuery } from '@/api/people';

import { chosenColumns, defaultColumns, orderBy, sortIds } from './columns';

export const pageSizes = [50, 100] as const;

/** An address has texts, a link in the page has values: both are read. */
const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number));

const columnList = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => chosenColumns(typeof value === 'string' ? value.split(',') : value)),
);

const usualColumns = [...defaultColumns];

/**
 * The whole state of the list, as it stands in the address. What is wrong there falls back to the usual, so that an old
 * or mistyped link still shows a list.
 */
export const peopleSearchSchema = v.object({
  page: v.optional(v.fallback(v.pipe(number, v.integer(), v.minValue(1)), 1), 1),
  aantal: v.optional(v.fallback(v.pipe(number, v.picklist(pageSizes)), 50), 50),
  sort: v.optional(v.fallback(v.picklist(sortIds), 'naam'), 'naam'),
  order: v.optional(v.fallback(v.picklist(['asc', 'desc']), 'asc'), 'asc'),
  oudLeden: v.optional(v.fallback(v.pipe(number, v.picklist([0, 1])), 0), 0),
  zoek: v.optional(v.fallback(v.string(), ''), ''),
  kolommen: v.optional(v.fallback(columnList, usualColumns), usualColumns),
});

export type PeopleSearch = v.InferOutput<typeof peopleSearchSchema>;

/** Left out of the address. */
export const usualSearch: PeopleSearch = v.parse(peopleSearchSchema, {});

/** The question to the server that belongs to an address. */
export function toPeopleQuery(search: PeopleSearch): PeopleQuery {
  const zoek = search.zoek.trim();
  return {
    page: search.page,
    per_page: search.aantal,
    orderby: orderBy(search.sort) ?? 'last_name',
    order: search.order,
    ...(search.oudLeden === 1 && { include_former: '1' }),
    ...(zoek !== '' && { search: zoek }),
  };
}
