import { Badge } from '@mantine/core';

import type { PeopleImport } from '@/api/types';
import { importTexts as texts } from '@/texts/imports';

const colors: Record<PeopleImport['state'], string> = {
  draft: 'gray',
  applying: 'blue',
  applied: 'green',
  undoing: 'blue',
  undone: 'orange',
};

/** How far an import is. */
export function StateBadge({ state }: { state: PeopleImport['state'] }) {
  return (
    <Badge variant="light" color={colors[state]} tt="none">
      {texts.states[state]}
    </Badge>
  );
}
