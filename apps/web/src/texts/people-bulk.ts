import { formatNumber } from '@/lib/numbers';

import { countPeople } from './people';

export const bulkTexts = {
  region: 'Geselecteerde personen',
  select: (name: string) => `${name} selecteren`,
  selectAll: 'Iedereen op deze pagina selecteren',
  selected: (count: number) => `${formatNumber(count)} geselecteerd`,
  shownSelected: (count: number) => `Alle ${formatNumber(count)} op deze pagina zijn geselecteerd.`,
  selectEverybody: (count: number) => `Alle ${formatNumber(count)} selecteren`,
  everybodySelected: (count: number) => `Alle ${countPeople(count)} van deze lijst zijn geselecteerd.`,
  more: 'Meer',
  clear: 'Selectie wissen',
  visibility: {
    action: 'Zichtbaarheid',
    title: 'Zichtbaarheid wijzigen',
    label: 'Zichtbaarheid',
  },
  labels: {
    action: 'Labels',
    title: 'Labels zetten',
    label: 'Labels',
    how: 'Wat doen we met hun huidige labels?',
    add: 'Behouden, en deze erbij zetten',
    replace: 'Vervangen door deze',
    none: 'Er zijn nog geen labels. Een beheerder maakt ze bij Instellingen.',
    replaceByNone: 'Kies niets om alle labels weg te halen.',
  },
  group: {
    action: 'Team of commissie',
    title: 'In een team of commissie zetten',
    label: 'Team of commissie',
    warning: 'Wat zij nu in andere teams en commissies doen, eindigt vandaag.',
  },
  apply: (count: number) => `Toepassen op ${countPeople(count)}`,
  busy: (count: number) => `Bezig met ${countPeople(count)}…`,
  progress: 'Voortgang',
  soFar: (done: number, total: number) => `${formatNumber(done)} van ${countPeople(total)}`,
  done: (count: number) => `${countPeople(count)} bijgewerkt.`,
  failedTitle: (count: number) => `Niet gelukt bij ${countPeople(count)}`,
  failedHint: 'Zij blijven geselecteerd, zodat je het nog eens kunt proberen.',
};
