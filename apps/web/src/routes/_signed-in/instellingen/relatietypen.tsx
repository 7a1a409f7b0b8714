import { createFileRoute } from '@tanstack/react-router';

import { preload } from '@/api/preload';
import { relationshipTypesQuery } from '@/api/terms';
import { RelationshipTypesTab } from '@/features/settings/RelationshipTypesTab';

export const Route = createFileRoute('/_signed-in/instellingen/relatietypen')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, relationshipTypesQuery);
  },
  component: RelationshipTypesTab,
});
