import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { workspaceQuery } from './dashboard';
import { keys } from './keys';
import type { DashboardLayout } from './types';

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
