import { api } from '../client';
import { still } from '../if-match';
import { fileBody } from '../media';
import type { paths } from '../schema.gen';
import type { BulkUpdates, PersonFields } from '../types';

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

const whoOf = (who: PeopleSelection) => ('ids' in who ? { ids: [...who.ids] } : who);

/** People by number, or whomever a filter finds. */
type Addressed = { ids: number[] } | { filter: PeopleFilter; expected: number };

const at = (id: number) => ({ path: { id } });

/** The calls about people. */
export const wire = {
  list: (query: PeopleQuery, signal: AbortSignal) =>
    api.GET('/club/v1/people/filtered', { params: { query }, signal }),
  filterOptions: (include_former: PeopleQuery['include_former'], signal: AbortSignal) =>
    api.GET('/club/v1/people/filter-options', { params: { query: { include_former } }, signal }),
  some: (ids: readonly number[], _fields: string, signal?: AbortSignal) =>
    api.GET('/cms/v2/people', {
      params: { query: { include: [...ids], per_page: 100, _fields } },
      signal,
    }),
  show: (id: number, signal: AbortSignal) =>
    api.GET('/cms/v2/people/{id}', { params: at(id), signal }),
  create: (acf: PersonChange) =>
    api.POST('/cms/v2/people', { body: { status: 'publish', acf: toWire(acf) } }),
  update: (id: number, acf: PersonChange, etag: string) =>
    api.PUT('/cms/v2/people/{id}', { params: still(id, etag), body: { acf: toWire(acf) } }),
  setLabels: (id: number, person_label: number[], etag: string) =>
    api.PUT('/cms/v2/people/{id}', { params: still(id, etag), body: { person_label } }),
  uploadPhoto: (id: number, file: File, etag: string) =>
    api.POST('/club/v1/people/{id}/photo', { params: still(id, etag), ...fileBody(file) }),
  removePhoto: (id: number, etag: string) =>
    api.DELETE('/club/v1/people/{id}/photo', { params: still(id, etag) }),
  adopt: (id: number, etag: string) =>
    api.POST('/club/v1/people/{id}/adopt', { params: still(id, etag) }),
  remove: (id: number, etag: string) =>
    api.DELETE('/cms/v2/people/{id}', { params: still(id, etag) }),
  addresses: (who: Addressed, by: 'email' | 'phone', to: 'parents' | 'self' | 'both') =>
    api.POST('/club/v1/people/addresses', { body: { ...who, by, to } }),
  restore: (id: number) => api.POST('/club/v1/people/{id}/restore', { params: at(id) }),
  changeMany: (who: PeopleSelection, updates: BulkUpdates) =>
    api.POST('/club/v1/people/bulk-update', { body: { ...whoOf(who), updates } }),
  endings: (who: PeopleSelection, updates: BulkUpdates, signal: AbortSignal) =>
    api.POST('/club/v1/people/bulk-endings', { body: { ...whoOf(who), updates }, signal }),
};

/** What the server adds to a relation for the reader is not sent back. */
const toWire = ({ relationships, ...acf }: PersonChange) =>
  relationships === undefined
    ? acf
    : {
        ...acf,
        relationships: relationships.map(
          ({ related_person, relationship_type, relationship_label }) => ({
            related_person,
            relationship_type,
            relationship_label,
          }),
        ),
      };
