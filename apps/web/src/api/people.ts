import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import { api, take } from './client';
import type { paths } from './schema.gen';
import type { Person, PersonFields } from './types';

export type PeopleQuery = NonNullable<
  paths['/club/v1/people/filtered']['get']['parameters']['query']
>;

const keys = {
  lists: ['people'] as const,
  list: (query: PeopleQuery) => ['people', query] as const,
  person: (id: number) => ['person', id] as const,
};

export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/people/filtered', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: keys.person(id),
    queryFn: ({ signal }) =>
      take(api.GET('/cms/v2/people/{id}', { params: { path: { id } }, signal })),
  });

/** The changed fields of a person; a list goes as a whole. */
export type PersonChange = Partial<PersonFields>;

/** Saves changed fields. The page shows them at once and takes them back when the server refuses. */
export function useUpdatePerson(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = personQuery(id);
  return useMutation({
    // Changes to one person wait for each other, or the second would roll back over the first.
    scope: { id: `person-${id}` },
    mutationFn: (acf: PersonChange) =>
      take(
        api.PUT('/cms/v2/people/{id}', { params: { path: { id } }, body: { acf: toWire(acf) } }),
      ),
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

export function useCreatePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (acf: PersonChange) =>
      take(api.POST('/cms/v2/people', { body: { status: 'publish', acf: toWire(acf) } })),
    onSuccess: (person) => changed(queryClient, person),
  });
}

export function useDeletePerson(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => take(api.DELETE('/cms/v2/people/{id}', { params: { path: { id } } })),
    onSuccess: () => listsAreStale(queryClient),
  });
}

/** Vouches for a person whom somebody outside the members' administration registered. */
export function useAdoptPerson(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/people/{id}/adopt', { params: { path: { id } } })),
    onSuccess: (person) => changed(queryClient, person),
  });
}

/** Drops a deleted person, once its page is left: a page in view would fetch it again. */
export function forgetPerson(queryClient: QueryClient, id: number): void {
  queryClient.removeQueries({ queryKey: keys.person(id) });
}

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

/** Shows a person as an answer told, here and in the lists. */
export async function changed(queryClient: QueryClient, person: Person): Promise<void> {
  queryClient.setQueryData(keys.person(person.id), person);
  await Promise.all([listsAreStale(queryClient), othersAreStale(queryClient, person.id)]);
}

/** Asks a person anew who was changed behind the page's back, and all that may show it. */
export async function changedElsewhere(queryClient: QueryClient, id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.person(id) }),
    listsAreStale(queryClient),
    othersAreStale(queryClient, id),
  ]);
}

/** A relation stands with both people, a role also with its team: what is kept of those is asked again when needed. */
const othersAreStale = (queryClient: QueryClient, id: number) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [subject, first, part] }) =>
      (subject === 'person' && first !== id) ||
      (subject === 'groups' && (part === 'rows' || part === 'roster')),
  });

const listsAreStale = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: keys.lists });
