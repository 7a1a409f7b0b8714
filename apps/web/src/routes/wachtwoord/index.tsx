import { createFileRoute } from '@tanstack/react-router';

import { ForgottenPage } from '@/features/sign-in/ForgottenPage';

export const Route = createFileRoute('/wachtwoord/')({ component: ForgottenPage });
