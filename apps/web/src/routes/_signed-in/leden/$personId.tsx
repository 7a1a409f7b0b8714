import { createFileRoute, notFound } from '@tanstack/react-router';

import { personQuery } from '@/api/people/queries';
import { ensure } from '@/api/preload';
import { PersonPage } from '@/features/person/PersonPage';
import { PersonSkeleton } from '@/features/person/PersonSkeleton';

export const Route = createFileRoute('/_signed-in/leden/$personId')({
  params: {
    parse: ({ personId }) => {
      const id = Number(personId);
      if (!Number.isSafeInteger(id) || id < 1) throw notFound();
      return { personId: id };
    },
    stringify: ({ personId }) => ({ personId: String(personId) }),
  },
  loader: ({ context, params }) => ensure(context.queryClient, personQuery(params.personId)),
  pendingComponent: PersonSkeleton,
  component: PersonRoute,
});

function PersonRoute() {
  const { personId } = Route.useParams();
  // The key gives every person a page of its own: no half-filled form moves along to the next one.
  return <PersonPage key={personId} id={personId} />;
}
