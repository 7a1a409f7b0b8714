import { createFileRoute } from '@tanstack/react-router';

import { WorkspacesPage } from '@/features/workspaces/WorkspacesPage';

export const Route = createFileRoute('/_signed-in/werkruimtes/')({ component: WorkspacesPage });
