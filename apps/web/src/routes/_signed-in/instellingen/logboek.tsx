import { createFileRoute } from '@tanstack/react-router';

import { logSearchSchema } from '@/features/settings/log-filter';
import { LogTab } from '@/features/settings/LogTab';

export const Route = createFileRoute('/_signed-in/instellingen/logboek')({
  validateSearch: logSearchSchema,
  component: LogRoute,
});

function LogRoute() {
  return <LogTab search={Route.useSearch()} />;
}
