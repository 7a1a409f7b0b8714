import { createFileRoute } from '@tanstack/react-router';

import { ReviewPage } from '@/features/invoices/ReviewPage';

export const Route = createFileRoute('/_signed-in/facturen/te-bekijken')({
  component: ReviewPage,
});
