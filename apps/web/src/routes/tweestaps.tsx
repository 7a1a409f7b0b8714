import { createFileRoute, redirect } from '@tanstack/react-router';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { MandatoryFactorPage } from '@/features/sign-in/MandatoryFactorPage';

export const Route = createFileRoute('/tweestaps')({
  beforeLoad: async ({ context }) => {
    const me = await ensure(context.queryClient, sessionQuery);
    if (me === null) throw redirect({ to: '/aanmelden' });
    if (me.enrolls !== true) throw redirect({ to: '/' });
  },
  component: MandatoryFactorPage,
});
