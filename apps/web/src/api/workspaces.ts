import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take, takePages } from './client';
import { hasStatus } from './errors';
import { kindOf } from './groups/names';
import { plainTitle } from './groups/rendered';
import { still } from './if-match';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { Newcomer, NewWorkspaceInvite, WorkspaceChange, WorkspaceDetail } from './types';

/** The workspaces of which the user is a member. */
export const workspacesQuery = queryOptions({
  queryKey: keys.workspaces.list,
  queryFn: ({ signal }) => take(api.GET('/club/v1/workspaces', { signal })),
});

/** All workspaces of the club, for administrators. */
export const everyWorkspaceQuery = queryOptions({
  queryKey: keys.workspaces.every,
  queryFn: ({ signal }) =>
    take(api.GET('/club/v1/workspaces', { params: { query: { all: true } }, signal })),
});

export const workspaceQuery = (id: number) =>
  queryOptions({
    queryKey: keys.workspaces.one(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/workspaces/{id}', { params: { path: { id } }, signal })),
    retry: (count, error) => count < 2 && !hasStatus(error, 403) && !hasStatus(error, 404),
  });

export const workspaceInvitesQuery = (id: number) =>
  queryOptions({
    queryKey: keys.workspaces.invites(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/workspaces/{id}/invites', { params: { path: { id } }, signal })),
  });

/** A page of what is in a workspace, by name. */
const inWorkspace = (id: number, page: number) => ({
  workspace_access: [id],
  orderby: 'title' as const,
  order: 'asc' as const,
  per_page: 100,
  page,
});

/** The people in a workspace whom the user sees, by name. */
export const workspacePeopleQuery = (id: number) =>
  queryOptions({
    queryKey: keys.workspaces.people(id),
    queryFn: ({ signal }) =>
      takePages((page) =>
        api.GET('/cms/v2/people', {
          params: {
            query: {
              ...inWorkspace(id, page),
              _fields: 'id,acf.first_name,acf.infix,acf.last_name',
            },
          },
          signal,
        }),
      ),
  });

/** The teams and committees in a workspace that the user sees, by name. */
export const workspaceGroupsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.workspaces.groups(id),
    queryFn: async ({ signal }) => {
      const paramsOf = (page: number) => ({
        query: { ...inWorkspace(id, page), _fields: 'id,type,title' },
      });
      const [teams, committees] = await Promise.all([
        takePages((page) => api.GET('/cms/v2/teams', { params: paramsOf(page), signal })),
        takePages((page) => api.GET('/cms/v2/commissies', { params: paramsOf(page), signal })),
      ]);
      return [...teams, ...committees].map(({ id: group, type, title }) => ({
        kind: kindOf({ type }),
        id: group,
        name: plainTitle(title.rendered),
      }));
    },
  });

export function useSaveWorkspace(workspace?: WorkspaceDetail) {
  const settle = useMakeStale(staleAfter.workspaces());
  return useMutation({
    mutationFn: (body: WorkspaceChange) =>
      workspace
        ? take(
            api.PUT('/club/v1/workspaces/{id}', {
              params: still(workspace.id, workspace.etag),
              body,
            }),
          )
        : take(api.POST('/club/v1/workspaces', { body })),
    onSettled: settle,
  });
}

/** Removes a workspace as it stood when the user was asked. People and teams lose it, too. */
export function useRemoveWorkspace() {
  const onSuccess = useMakeStale(staleAfter.workspaceRemoved());
  const onError = useMakeStale(staleAfter.workspaces());
  return useMutation({
    mutationFn: ({ id, etag }: Pick<WorkspaceDetail, 'id' | 'etag'>) =>
      take(api.DELETE('/club/v1/workspaces/{id}', { params: still(id, etag) })),
    onSuccess,
    onError,
  });
}

export function useAddMember(id: number) {
  const settle = useMakeStale(staleAfter.workspaces());
  return useMutation({
    mutationFn: (user_id: number) =>
      take(
        api.POST('/club/v1/workspaces/{id}/members', {
          params: { path: { id } },
          body: { user_id, role: 'member' },
        }),
      ),
    onSuccess: settle,
  });
}

interface MemberChange {
  user_id: number;
  role: 'owner' | 'admin' | 'member';
}

export function useChangeMember(id: number) {
  const settle = useMakeStale(staleAfter.workspaces());
  return useMutation({
    mutationFn: ({ user_id, role }: MemberChange) =>
      take(
        api.PUT('/club/v1/workspaces/{id}/members/{user_id}', {
          params: { path: { id, user_id } },
          body: { role },
        }),
      ),
    onSettled: settle,
  });
}

/** Also for who leaves: what the user saw by it goes. */
export function useRemoveMember(id: number) {
  const settle = useMakeStale(staleAfter.workspaceRemoved());
  return useMutation({
    mutationFn: (user_id: number) =>
      take(
        api.DELETE('/club/v1/workspaces/{id}/members/{user_id}', {
          params: { path: { id, user_id } },
        }),
      ),
    onSettled: settle,
  });
}

export function useInvite(id: number) {
  const settle = useMakeStale(staleAfter.workspaces());
  return useMutation({
    mutationFn: (body: NewWorkspaceInvite) =>
      take(api.POST('/club/v1/workspaces/{id}/invites', { params: { path: { id } }, body })),
    onSuccess: settle,
  });
}

export function useRevokeInvite(id: number) {
  const settle = useMakeStale(staleAfter.workspaces());
  return useMutation({
    mutationFn: (invite_id: number) =>
      take(
        api.DELETE('/club/v1/workspaces/{id}/invites/{invite_id}', {
          params: { path: { id, invite_id } },
        }),
      ),
    onSettled: settle,
  });
}

/** What an invite is for. */
export const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: keys.invite(token),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/invites/{token}', { params: { path: { token } }, signal })),
    retry: (count, error) => count < 2 && !hasStatus(error, 404),
    gcTime: 0,
  });

export function useAcceptInvite(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      take(api.POST('/club/v1/invites/{token}/accept', { params: { path: { token } } })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useRegister(token: string) {
  return useMutation({
    mutationFn: (body: Newcomer) =>
      take(api.POST('/club/v1/invites/{token}/register', { params: { path: { token } }, body })),
  });
}
