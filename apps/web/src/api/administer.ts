import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import type { WelcomeChange } from './types';

/** The roles of a user and where they come from. They are asked for each time: nobody decides on old ones. */
export const userRolesQuery = (id: number) =>
  queryOptions({
    gcTime: 0,
    queryKey: keys.userRoles.of(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/users/{id}/roles', { params: { path: { id } }, signal })),
  });

/** After something was done with an account: its person shows it, too. */
export function useAccountChange<Variables, Answer>(
  mutationFn: (of: Variables) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      makeStale(queryClient, [
        { queryKey: keys.users },
        { queryKey: keys.userRoles.all },
        { queryKey: keys.person.all },
        { queryKey: keys.session },
      ]),
  });
}

const of = (id: number) => ({ params: { path: { id } } });

/** Which person a user is, null for nobody. */
export const useLinkPerson = (user_id: number) =>
  useAccountChange((person_id: number | null) =>
    take(api.POST('/club/v1/user/linked-person', { body: { user_id, person_id } })),
  );

/** Also where links that set a password go. */
export const useChangeEmail = (id: number) =>
  useAccountChange((email: string) =>
    take(api.PUT('/club/v1/users/{id}/email', { ...of(id), body: { email } })),
  );

export const useBlockUser = (id: number) =>
  useAccountChange((blocked: boolean) =>
    take(
      blocked
        ? api.POST('/club/v1/users/{id}/block', of(id))
        : api.POST('/club/v1/users/{id}/unblock', of(id)),
    ),
  );

export const useResetUser = (id: number) =>
  useAccountChange((revoke_application_passwords: boolean) =>
    take(
      api.POST('/club/v1/users/{id}/reset', { ...of(id), body: { revoke_application_passwords } }),
    ),
  );

/** Of another user, who lost the phone. */
export const useResetFactor = (id: number) =>
  useAccountChange(() => take(api.DELETE('/club/v1/users/{id}/second-factor', of(id))));

/** What the user made goes to the heir. */
export function useDeleteUser(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reassign: number) =>
      take(api.DELETE('/club/v1/users/{id}', { params: { path: { id }, query: { reassign } } })),
    onSuccess: () => makeStale(queryClient, [{ queryKey: keys.users }, ...staleAfter.manyPeople()]),
  });
}

export interface NewAccount {
  person: number;
  role: string;
  send_welcome_email: boolean;
}

export const useProvision = () =>
  useAccountChange(({ person, ...body }: NewAccount) =>
    take(api.POST('/club/v1/people/{id}/provision', { ...of(person), body })),
  );

export const useSendWelcome = () =>
  useAccountChange((person: number) =>
    take(api.POST('/club/v1/people/{id}/welcome-email', of(person))),
  );

/** What new users are written. */
export const welcomeQuery = queryOptions({
  queryKey: keys.welcome,
  queryFn: ({ signal }) => take(api.GET('/club/v1/provisioning/settings', { signal })),
});

export function useSaveWelcome() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WelcomeChange) => take(api.POST('/club/v1/provisioning/settings', { body })),
    onSuccess: (saved) => {
      queryClient.setQueryData(welcomeQuery.queryKey, saved);
    },
  });
}

/** Which roles functions of the club bring. It is asked for anew each time it is shown. */
export const functionMapQuery = queryOptions({
  queryKey: keys.functionMap,
  queryFn: ({ signal }) => take(api.GET('/club/v1/functie-capability-map', { signal })),
  staleTime: 0,
});
