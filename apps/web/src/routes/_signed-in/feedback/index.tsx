import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { FeedbackPage } from '@/features/feedback/FeedbackPage';
import { feedbackSearchSchema, usualFeedbackSearch } from '@/features/feedback/route';

export const Route = createFileRoute('/_signed-in/feedback/')({
  validateSearch: feedbackSearchSchema,
  search: { middlewares: [stripSearchParams(usualFeedbackSearch)] },
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
