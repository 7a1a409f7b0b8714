import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

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
