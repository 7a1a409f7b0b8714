import { createFileRoute, notFound } from '@tanstack/react-router';

import { FeedbackItemPage } from '@/features/feedback/FeedbackItemPage';

export const Route = createFileRoute('/_signed-in/feedback/$itemId')({
  params: {
    parse: ({ itemId }) => {
      const id = Number(itemId);
      if (!Number.isSafeInteger(id) || id < 1) throw notFound();
      return { itemId: id };
    },
    stringify: ({ itemId }) => ({ itemId: String(itemId) }),
  },
  component: FeedbackItemRoute,
});

function FeedbackItemRoute() {
  const { itemId } = Route.useParams();
  return <FeedbackItemPage key={itemId} id={itemId} />;
}
