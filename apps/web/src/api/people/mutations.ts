import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { take, takeUndoable } from '../client';
import { download } from '../download';
import { keys, makeStale, staleAfter } from '../keys';
import type { Person } from '../types';
import { personQuery } from './queries';
import { type ExportQuery, type PersonChange, wire } from './wire';

/** Changes to one person wait for each other, or the second would roll back over the first. */
const scopeOf = (id: number) => ({ id: `person-${id}` });

/** Saves changed fields. The page shows them at once and takes them back when the server refuses. */
export function useUpdatePerson(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = personQuery(id);
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (acf: PersonChange) => take(wire.update(id, acf)),
    onMutate: async (acf) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) {
        queryClient.setQueryData(queryKey, { ...before, acf: { ...before.acf, ...acf } });
      }
      return { before };
    },
    onError: (_error, _acf, context) => {
      queryClient.setQueryData(queryKey, context?.before);
    },
    onSuccess: (person) => changed(queryClient, person),
  });
}

export function useChangeLabels(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (labels: number[]) => take(wire.setLabels(id, labels)),
    onSuccess: (person) => changed(queryClient, person),
  });
}

/** A file is the new photo; null takes the photo away. */
export function useChangePhoto(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File | null): Promise<number> => {
      if (file !== null) return (await take(wire.uploadPhoto(id, file))).attachment_id;
      await take(wire.removePhoto(id));
      return 0;
    },
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
      await makeStale(queryClient, staleAfter.person(id));
    },
  });
}

export function useCreatePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (acf: PersonChange) => take(wire.create(acf)),
    onSuccess: (person) => changed(queryClient, person),
  });
}

/** Vouches for a person whom somebody outside the members' administration registered. */
export function useAdoptPerson(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => take(wire.adopt(id)),
    onSuccess: (person) => changed(queryClient, person),
  });
}

export function useDeletePerson(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await takeUndoable(wire.remove(id))).undo,
    onSuccess: () => makeStale(queryClient, staleAfter.person(id)),
  });
}

/** Drops a deleted person, once its page is left: a page in view would fetch it again. */
export function forgetPerson(queryClient: QueryClient, id: number): void {
  queryClient.removeQueries({ queryKey: keys.person.one(id) });
}

/** Saves the whole list as a file, all its pages. */
export function useExportPeople() {
  return useMutation({
    mutationFn: (query: ExportQuery) =>
      download(
        '/club/v1/people/export',
        new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])),
      ),
  });
}

/** Shows a person as an answer told, here and in the lists. */
async function changed(queryClient: QueryClient, person: Person): Promise<void> {
  queryClient.setQueryData(personQuery(person.id).queryKey, person);
  await makeStale(queryClient, staleAfter.person(person.id));
}
