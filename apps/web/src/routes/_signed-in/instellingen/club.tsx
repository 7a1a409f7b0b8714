import { createFileRoute } from '@tanstack/react-router';

import { ClubTab } from '@/features/settings/ClubTab';

export const Route = createFileRoute('/_signed-in/instellingen/club')({ component: ClubTab });
