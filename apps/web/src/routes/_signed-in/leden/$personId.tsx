import { createFileRoute, notFound, redirect, stripSearchParams } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { personQuery } from '@/api/people/queries';
import { ensure } from '@/api/preload';
import { PersonPage } from '@/features/person/PersonPage';
import { PersonSkeleton } from '@/features/person/PersonSkeleton';
import { personSearchSchema, usualPersonSearch } from '@/features/person/route';

export const Route = createFileRoute('/_signed-in/leden/$personId')({
  params: {
    parse: ({ personId }) => {
      const id = Number(personId);
      if (!Number.isSafeInteger(id) || id < 1) throw notFound();
      return { personId: id };
    },
    stringify: ({ personId }) => ({ personId: String(personId) }),
  },
  validateSearch: personSearchSchema,
  search: { middlewares: [stripSearchParams(usualPersonSearch)] },
  loader: async ({ context, params }) => {
    try {
      return await ensure(context.queryClient, personQuery(params.personId));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      const { mergedInto } = await import('@/api/duplicates');
      const personId = await mergedInto(params.personId);
      if (personId === undefined) throw error;
      throw redirect({ to: '/leden/$personId', params: { personId }, replace: true });
    }
  },
  pendingComponent: PersonSkeleton,
  component: PersonRoute,
});

function PersonRoute() {
  const { personId } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  // The key gives every person a page of its own: no half-filled form moves along to the next one.
  return (
    <PersonPage
      key={personId}
      id={personId}
      tab={tab}
      onTab={(chosen) => void navigate({ search: (before) => ({ ...before, tab: chosen }) })}
    />
  );
}
