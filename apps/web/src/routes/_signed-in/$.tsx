import { createFileRoute } from '@tanstack/react-router';

import { NotFound } from '@/components/StatusPage';

export const Route = createFileRoute('/_signed-in/$')({ component: NotFound });
