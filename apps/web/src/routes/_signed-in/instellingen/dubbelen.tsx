import { createFileRoute } from '@tanstack/react-router';

import { DuplicatesTab } from '@/features/duplicates/DuplicatesTab';

export const Route = createFileRoute('/_signed-in/instellingen/dubbelen')({
  component: DuplicatesTab,
});
