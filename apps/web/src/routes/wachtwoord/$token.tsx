import { createFileRoute } from '@tanstack/react-router';

import { NewPasswordPage } from '@/features/sign-in/NewPasswordPage';

export const Route = createFileRoute('/wachtwoord/$token')({ component: NewPasswordRoute });

function NewPasswordRoute() {
  const { token } = Route.useParams();
  return <NewPasswordPage token={token} />;
}
