import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';

import { FeedbackPage } from '@/features/feedback/FeedbackPage';

const text = v.optional(v.fallback(v.optional(v.string()), undefined));

export const Route = createFileRoute('/_signed-in/feedback/')({
  // What the texts may be the page knows: every page carries this.
  validateSearch: v.object({ toon: text, soort: text, belang: text, volgorde: text }),
  component: FeedbackRoute,
});

function FeedbackRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <FeedbackPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
