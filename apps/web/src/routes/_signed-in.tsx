import { createFileRoute, redirect } from '@tanstack/react-router';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { Shell } from '@/features/shell/Shell';

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const me = await ensure(context.queryClient, sessionQuery);
    if (me === null) throw redirect({ to: '/aanmelden', search: { terug: location.href } });
    if (me.enrolls === true) {
      throw redirect({ to: '/tweestaps', search: { terug: location.href } });
    }
    return { me };
  },
  component: SignedIn,
});

function SignedIn() {
  const { me } = Route.useRouteContext();
  return <Shell me={me} />;
}
