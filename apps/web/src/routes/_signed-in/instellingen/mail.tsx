import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';

import { mailStates } from '@/features/settings/mail-states';
import { MailTab } from '@/features/settings/MailTab';

export const Route = createFileRoute('/_signed-in/instellingen/mail')({
  validateSearch: v.object({
    status: v.optional(v.fallback(v.optional(v.picklist(mailStates)), undefined)),
  }),
  component: MailRoute,
});

function MailRoute() {
  const { status } = Route.useSearch();
  return <MailTab state={status} />;
}
