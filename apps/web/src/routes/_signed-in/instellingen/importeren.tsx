import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';

import { ImportsTab } from '@/features/imports/ImportsTab';

const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer());

export const Route = createFileRoute('/_signed-in/instellingen/importeren')({
  validateSearch: v.object({
    nummer: v.optional(v.fallback(v.optional(number), undefined)),
  }),
  component: ImportsRoute,
});

function ImportsRoute() {
  const { nummer } = Route.useSearch();
  return <ImportsTab id={nummer} />;
}
