import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { take, takeUndoable } from '../client';
import { dispute } from '../dispute';
import { download } from '../download';
import { keys } from '../keys';
import { isLastOf } from '../queue';
import { withoutRefused } from '../refused';
import { makeStale, staleAfter } from '../stale';
import { asShown, type Edit, isOutdated, picked, reread, saveMerged } from '../save-merged';
import type { Person } from '../types';
import { personQuery } from './queries';
import { changes } from './changes';
import type { ExportQuery, PersonChange } from './wire';

/** Changes to one person wait for each other, or the second would roll back over the first. */
const scopeOf = (id: number) => ({ id: `person-${id}` });

/** Saves changed fields. The page shows them at once and takes them back when the server refuses. */
export function useUpdatePerson(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = personQuery(id);
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (edit: Edit<PersonChange>) =>
      saveMerged(edit, {
        send: (change, etag) => take(changes.update(id, change, etag)),
        reread: () => reread(queryClient, personQuery(id)),
        read: ({ acf }) => picked(acf, edit.before),
        choose: (conflicts, { changed }) => dispute.ask({ conflicts, ...changed }),
      }),
    onMutate: async ({ change }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) {
        queryClient.setQueryData(queryKey, { ...before, acf: { ...before.acf, ...change } });
      }
      return { before };
    },
    onError: (error, { change }, context) => {
      // After 412 the person stands there as it is now.
      if (isOutdated(error)) return;
      const before = context?.before;
      queryClient.setQueryData(
        queryKey,
        (now) => now && before && { ...now, acf: withoutRefused(now.acf, change, before.acf) },
      );
      // What an edit was shown over may itself have been refused since.
      if (isLastOf(queryClient, scopeOf(id).id)) void queryClient.invalidateQueries({ queryKey });
    },
    onSuccess: (person) => changed(queryClient, person),
  });
}

type LabelsOf = Pick<Person, 'person_label'>;

export function useChangeLabels(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (edit: Edit<LabelsOf>) =>
      saveMerged(edit, {
        send: ({ person_label = [] }, etag) => take(changes.setLabels(id, person_label, etag)),
        reread: () => reread(queryClient, personQuery(id)),
        read: ({ person_label }) => ({ person_label }),
        choose: () => Promise.resolve(undefined), // labels of two people go together
      }),
    onSuccess: (person) => changed(queryClient, person),
  });
}

/** A file is the new photo; null takes the photo away. Of a photo that somebody else changed meanwhile the user hears first. */
export function useChangePhoto(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (file: File | null): Promise<number> =>
      asShown(
        queryClient,
        personQuery(id),
        async (etag) => {
          if (file !== null) return (await take(changes.uploadPhoto(id, file, etag))).attachment_id;
          await take(changes.removePhoto(id, etag));
          return 0;
        },
        (before, now) => before.featured_media === now.featured_media,
      ),
    onSuccess: async (photo) => {
      queryClient.setQueryData(
        personQuery(id).queryKey,
        (person) =>
          person && {
            ...person,
            featured_media: photo,
            acf: { ...person.acf, photo_gallery: photo === 0 ? [] : [photo] },
          },
      );
      await makeStale(queryClient, staleAfter.personElsewhere(id));
    },
  });
}

export function useCreatePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (acf: PersonChange) => take(changes.create(acf)),
    onSuccess: (person) => changed(queryClient, person),
  });
}

/** Vouches for a person whom somebody outside the members' administration registered. */
export function useAdoptPerson(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      asShown(queryClient, personQuery(id), (etag) => take(changes.adopt(id, etag))),
    onSuccess: (person) => changed(queryClient, person),
  });
}

export function useDeletePerson(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const removed = await asShown(queryClient, personQuery(id), (etag) =>
        takeUndoable(changes.remove(id, etag)),
      );
      return removed.undo;
    },
    onSuccess: () => makeStale(queryClient, staleAfter.person(id)),
  });
}

/** Drops a deleted person, once its page is left: a page in view would fetch it again. */
export function forgetPerson(queryClient: QueryClient, id: number): void {
  queryClient.removeQueries({ queryKey: keys.person.one(id) });
}

/** What the server is asked for a file: each text of a filter by itself, for one may hold a comma. Many numbers are one text. */
export const exportParams = (query: ExportQuery) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      Array.isArray(value) && typeof value[0] === 'string' && key !== 'columns'
        ? value.map((one) => [`${key}[]`, String(one)])
        : [[key, String(value)]],
    ),
  );

/** Saves the whole list as a file, all its pages. */
export function useExportPeople() {
  return useMutation({
    mutationFn: (query: ExportQuery) => download('/club/v1/people/export', exportParams(query)),
  });
}

/** Saves all that the club knows of somebody as one file. */
export function useDossier(id: number) {
  return useMutation({
    mutationFn: () => download(`/club/v1/people/${id}/dossier`, new URLSearchParams()),
  });
}

/** Shows a person as an answer told, here and in the lists. */
export async function changed(queryClient: QueryClient, person: Person): Promise<void> {
  queryClient.setQueryData(personQuery(person.id).queryKey, person);
  await makeStale(queryClient, staleAfter.person(person.id));
}
