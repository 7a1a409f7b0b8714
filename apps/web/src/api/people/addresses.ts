import { take } from '../client';
import type { Addresses } from '../types';
import type { PeopleSelection } from './bulk';
import { changes } from './changes';

/** How people are reached. */
export type ReachBy = 'email' | 'phone';

/** Who is reached about somebody under 16. */
export const reachTos = ['parents', 'self', 'both'] as const;

export type ReachTo = (typeof reachTos)[number];

/** How to reach all of a selection: each address or number once. */
export const addressesOf = (who: PeopleSelection, by: ReachBy, to: ReachTo): Promise<Addresses> =>
  take(changes.addresses('ids' in who ? { ids: [...who.ids] } : who, by, to));
