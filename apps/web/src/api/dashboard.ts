import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import type { DashboardLayout } from './types';

/** Others add to it all day. */
const alive = { refetchInterval: 5 * 60_000, refetchOnWindowFocus: 'always' as const };

/** The dashboard of a board member, a coordinator or a match secretary. */
export const workspaceQuery = queryOptions({
  queryKey: keys.dashboard.workspace,
  queryFn: ({ signal }) => take(api.GET('/club/v1/dashboard/workspace', { signal })),
  ...alive,
});

/** The matches of the club, or of a team. */
export const matchesQuery = (team?: number) =>
  queryOptions({
    queryKey: keys.dashboard.matches(team),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/dashboard/matches', { params: { query: { team_id: team } }, signal })),
    ...alive,
  });

/** The overview of the club. */
export const overviewQuery = queryOptions({
  queryKey: keys.dashboard.club,
  queryFn: ({ signal }) => take(api.GET('/club/v1/dashboard', { signal })),
  ...alive,
});

export type ChosenLayout = Pick<DashboardLayout, 'order' | 'hidden'>;

/** Keeps how the user likes the dashboard. The page shows it at once; after a refusal it shows what the server has. */
export function useSaveLayout() {
  const queryClient = useQueryClient();
  const { queryKey } = workspaceQuery;
  const show = (layout: Partial<DashboardLayout>) =>
    queryClient.setQueryData(
      queryKey,
      (kept) => kept && { ...kept, layout: { ...kept.layout, ...layout } },
    );
  return useMutation({
    mutationKey: keys.dashboard.layout,
    // One after the other, or an earlier choice would win.
    scope: { id: 'dashboard-layout' },
    mutationFn: (body: ChosenLayout) => take(api.POST('/club/v1/dashboard/layout', { body })),
    onMutate: async (chosen) => {
      await queryClient.cancelQueries({ queryKey });
      show(chosen);
    },
    onSuccess: (layout) => {
      const isLast = queryClient.isMutating({ mutationKey: keys.dashboard.layout }) <= 1;
      if (isLast) show(layout);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}
