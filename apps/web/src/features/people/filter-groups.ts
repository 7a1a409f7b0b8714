import type { filterTexts } from '@/texts/people-filters';

import type { FilterId } from './filters';

interface FilterGroup {
  id: keyof typeof filterTexts.groups;
  filters: readonly FilterId[];
}

/** The filters as the form has them, in its order. A new one is its place here. */
export const filterGroups: readonly FilterGroup[] = [
  {
    id: 'club',
    filters: ['team', 'commissie', 'functie', 'label', 'labelAlle', 'labelZonder', 'vrijwilliger'],
  },
  {
    id: 'membership',
    filters: [
      'typeLid',
      'leeftijdsgroep',
      'lidSinds',
      'nieuw',
      'lidTotDag',
      'gestopt',
      'lidTot',
      'alleenOud',
      'blokkade',
    ],
  },
  {
    id: 'person',
    filters: [
      'leeftijd',
      'birthYear',
      'birthMonth',
      'geslacht',
      'woonplaats',
      'ouder',
      'overleden',
    ],
  },
  {
    id: 'vog',
    filters: [
      'vogNodig',
      'vogMissing',
      'vogOuder',
      'vogVerloopt',
      'vogType',
      'vogMail',
      'vogJustis',
      'vogHerinnering',
    ],
  },
  { id: 'reach', filters: ['zonderEmail', 'zonderTelefoon', 'zonderFoto', 'fotoMissing'] },
  { id: 'record', filters: ['modified', 'eigenaar'] },
];

/** Those that are always there; the others come when somebody asks for them. */
export const usualFilters: readonly FilterId[] = [
  'team',
  'functie',
  'label',
  'labelAlle',
  'labelZonder',
  'vrijwilliger',
  'typeLid',
  'leeftijdsgroep',
  'leeftijd',
  'vogMissing',
  'zonderEmail',
];
