import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { SignInPage } from '@/features/sign-in/SignInPage';

// Only an address of this site: whoever signs in must not be led elsewhere.
const ownAddress = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));

export const Route = createFileRoute('/aanmelden')({
  validateSearch: v.object({ terug: v.optional(v.fallback(v.optional(ownAddress), undefined)) }),
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
