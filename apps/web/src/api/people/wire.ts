import { api } from '../client';
import type { paths } from '../schema.gen';
import type { PersonFields } from '../types';

export type PeopleQuery = NonNullable<
  paths['/club/v1/people/filtered']['get']['parameters']['query']
>;

/** What narrows the people list, whatever its page and order. */
export type PeopleFilter = Omit<PeopleQuery, 'page' | 'per_page' | 'orderby' | 'order'>;

export type ExportQuery = NonNullable<
  paths['/club/v1/people/export']['get']['parameters']['query']
>;

export type ExportFormat = NonNullable<ExportQuery['format']>;

/** The changed fields of a person; a list goes as a whole. */
export type PersonChange = Partial<PersonFields>;

/**
 * Who is selected: these people, or all whom a filter finds. `expected` is how many that were when the user was told; when the
 * filter finds another number, the server changes nobody and answers 409.
 */
export type PeopleSelection =
  { ids: readonly number[] } | { filter: PeopleFilter; expected: number };

/** With [] behind the name of a list its values are not taken apart: one may hold a comma. */
const exact = (query: PeopleQuery): PeopleQuery =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [Array.isArray(value) ? `${key}[]` : key, value]),
  );

const at = (id: number) => ({ path: { id } });

/** The calls that ask for people. */
export const wire = {
  list: (query: PeopleQuery, signal: AbortSignal) =>
    api.GET('/club/v1/people/filtered', { params: { query: exact(query) }, signal }),
  filterOptions: (include_former: PeopleQuery['include_former'], signal: AbortSignal) =>
    api.GET('/club/v1/people/filter-options', { params: { query: { include_former } }, signal }),
  some: (ids: readonly number[], _fields: string, signal?: AbortSignal) =>
    api.GET('/cms/v2/people', {
      params: { query: { include: [...ids], per_page: 100, _fields } },
      signal,
    }),
  show: (id: number, signal: AbortSignal) =>
    api.GET('/cms/v2/people/{id}', { params: at(id), signal }),
};
