import { linkOptions } from '@tanstack/react-router';

import type { GroupKind } from '@/api/groups/names';

/** Where the list of a kind is. */
export const listPage = (kind: GroupKind) => linkOptions({ to: `/${kind}` });

/** Where a team or a committee is. */
export const groupPage = (kind: GroupKind, id: number) =>
  kind === 'teams'
    ? linkOptions({ to: '/teams/$teamId', params: { teamId: id } })
    : linkOptions({ to: '/commissies/$committeeId', params: { committeeId: id } });
