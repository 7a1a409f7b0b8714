import { formatNumber } from '@/lib/numbers';

import { countPeople } from './people';

/** The words by which the list selects; what is then done has texts of its own, which come later. */
export const selectionTexts = {
  select: (name: string) => `${name} selecteren`,
  selectAll: 'Iedereen op deze pagina selecteren',
  shownSelected: (count: number) => `Alle ${formatNumber(count)} op deze pagina zijn geselecteerd.`,
  selectEverybody: (count: number) => `Alle ${formatNumber(count)} selecteren`,
  everybodySelected: (count: number) =>
    `Alle ${countPeople(count)} van deze lijst zijn geselecteerd.`,
  clear: 'Selectie wissen',
};
