import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';

import { mailsQuery } from '@/api/mails';
import { preload } from '@/api/preload';
import { MailTab, mailStates } from '@/features/settings/MailTab';

export const Route = createFileRoute('/_signed-in/instellingen/mail')({
  validateSearch: v.object({
    status: v.optional(v.fallback(v.optional(v.picklist(mailStates)), undefined)),
  }),
  loaderDeps: ({ search: { status } }) => ({ status }),
  loader: ({ context, deps }) => {
    if (context.me.is_admin) preload(context.queryClient, mailsQuery(deps.status));
  },
  component: MailRoute,
});

function MailRoute() {
  const { status } = Route.useSearch();
  return <MailTab state={status} />;
}
