import { createFileRoute } from '@tanstack/react-router';

import { FounderPage } from '@/features/first-start/FounderPage';

export const Route = createFileRoute('/eerste-start/$token')({ component: FounderRoute });

function FounderRoute() {
  const { token } = Route.useParams();
  return <FounderPage token={token} />;
}
