import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/instellingen/')({
  beforeLoad: () => {
    throw redirect({ to: '/instellingen/beveiliging', replace: true });
  },
});
