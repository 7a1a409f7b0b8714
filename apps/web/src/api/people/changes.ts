import { api } from '../client';
import { still } from '../if-match';
import { fileBody } from '../media';
import type { BulkUpdates } from '../types';
import type { PeopleFilter, PeopleSelection, PersonChange } from './wire';

const whoOf = (who: PeopleSelection) => ('ids' in who ? { ids: [...who.ids] } : who);

/** People by number, or whomever a filter finds. */
type Addressed = { ids: number[] } | { filter: PeopleFilter; expected: number };

const at = (id: number) => ({ path: { id } });

/** The calls that change people, or ask about a selection: apart, for the first list asks alone. */
export const changes = {
  create: (acf: PersonChange) =>
    api.POST('/cms/v2/people', { body: { status: 'publish', acf: toWire(acf) } }),
  update: (id: number, change: PersonChange, etag: string) => {
    const { acf, meta } = withMeta(toWire(change));
    return api.PUT('/cms/v2/people/{id}', {
      params: still(id, etag),
      body: meta === undefined ? { acf } : { acf, meta },
    });
  },
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

/** The steps towards a certificate are read among the fields, and kept in meta. */
function withMeta({
  vog_email_sent_date,
  vog_justis_submitted_date,
  vog_reminder_sent_date,
  ...acf
}: PersonChange): { acf: PersonChange; meta?: Record<string, string> } {
  const steps = { vog_email_sent_date, vog_justis_submitted_date, vog_reminder_sent_date };
  const meta = Object.fromEntries(
    Object.entries(steps).filter((step): step is [string, string] => step[1] !== undefined),
  );
  return Object.keys(meta).length === 0 ? { acf } : { acf, meta };
}
