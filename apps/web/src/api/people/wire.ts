import { api } from '../client';
import { still } from '../if-match';
import { fileBody } from '../media';
import type { paths } from '../schema.gen';
import type { BulkUpdates, PersonFields } from '../types';

export type PeopleQuery = NonNullable<
  paths['/club/v1/people/filtered']['get']['parameters']['query']
>;

export type ExportQuery = NonNullable<
  paths['/club/v1/people/export']['get']['parameters']['query']
>;

export type ExportFormat = NonNullable<ExportQuery['format']>;

/** The changed fields of a person; a list goes as a whole. */
export type PersonChange = Partial<PersonFields>;

/** The same change for several people. */
export interface BulkChange {
  ids: readonly number[];
  updates: BulkUpdates;
}

const at = (id: number) => ({ path: { id } });

/** The calls about people. */
export const wire = {
  list: (query: PeopleQuery, signal: AbortSignal) =>
    api.GET('/club/v1/people/filtered', { params: { query }, signal }),
  filterOptions: (include_former: PeopleQuery['include_former'], signal: AbortSignal) =>
    api.GET('/club/v1/people/filter-options', { params: { query: { include_former } }, signal }),
  some: (ids: readonly number[], _fields: string, signal: AbortSignal) =>
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
  changeMany: ({ ids, updates }: BulkChange) =>
    api.POST('/club/v1/people/bulk-update', { body: { ids: [...ids], updates } }),
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
