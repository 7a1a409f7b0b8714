import { useRouteContext } from '@tanstack/react-router';

import { AccessTab } from './AccessTab';
import { UsersTab } from './UsersTab';

/** The accounts, for administrators; for who decides about access alone, just that. */
export function UsersPage() {
  const { me } = useRouteContext({ from: '/_signed-in' });
  return me.is_admin ? <UsersTab /> : <AccessTab />;
}
