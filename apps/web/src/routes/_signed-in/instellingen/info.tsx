import { createFileRoute } from '@tanstack/react-router';

import { InfoTab } from '@/features/settings/InfoTab';

export const Route = createFileRoute('/_signed-in/instellingen/info')({ component: InfoTab });
