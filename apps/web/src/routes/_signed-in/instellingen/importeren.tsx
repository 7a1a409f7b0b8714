import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';

import { ImportsTab } from '@/features/imports/ImportsTab';

export const Route = createFileRoute('/_signed-in/instellingen/importeren')({
  validateSearch: v.object({
    nummer: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer())), undefined)),
  }),
  component: ImportsRoute,
});

function ImportsRoute() {
  const { nummer } = Route.useSearch();
  return <ImportsTab id={nummer} />;
}
