import { createFileRoute, redirect } from '@tanstack/react-router';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { MandatoryFactorPage } from '@/features/sign-in/MandatoryFactorPage';
import { returnSearch } from '@/lib/own-address';

export const Route = createFileRoute('/tweestaps')({
  validateSearch: returnSearch,
  beforeLoad: async ({ context, search }) => {
    const me = await ensure(context.queryClient, sessionQuery);
    if (me === null) throw redirect({ to: '/aanmelden', search });
    if (me.enrolls !== true) throw redirect({ href: search.terug ?? '/' });
    return { me };
  },
  component: MandatoryFactorRoute,
});

function MandatoryFactorRoute() {
  const { terug } = Route.useSearch();
  const { me } = Route.useRouteContext();
  return <MandatoryFactorPage me={me} returnTo={terug ?? '/'} />;
}
