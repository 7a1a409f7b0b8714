import { createFileRoute, redirect } from '@tanstack/react-router';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { SignInPage } from '@/features/sign-in/SignInPage';
import { returnSearch } from '@/lib/own-address';

export const Route = createFileRoute('/aanmelden')({
  validateSearch: returnSearch,
  beforeLoad: async ({ context, search }) => {
    const me = await ensure(context.queryClient, sessionQuery);
    if (me !== null) throw redirect({ href: search.terug ?? '/' });
  },
  component: SignInRoute,
});

function SignInRoute() {
  const { terug } = Route.useSearch();
  return <SignInPage returnTo={terug ?? '/'} />;
}
