import { createFileRoute, redirect } from '@tanstack/react-router';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { BeginPage } from '@/features/first-start/BeginPage';

export const Route = createFileRoute('/eerste-start/')({
  beforeLoad: async ({ context }) => {
    const me = await ensure(context.queryClient, sessionQuery);
    if (me === null) throw redirect({ to: '/aanmelden' });
    if (!me.is_admin) throw redirect({ to: '/' });
    return { me };
  },
  component: BeginRoute,
});

function BeginRoute() {
  const { me } = Route.useRouteContext();
  return <BeginPage me={me} />;
}
