import { formatNumber } from '@/lib/numbers';

import { countPeople } from './people';

export const bulkTexts = {
  region: 'Geselecteerde personen',
  selected: (count: number) => `${formatNumber(count)} geselecteerd`,
  more: 'Meer',
  visibility: {
    action: 'Zichtbaarheid',
    title: 'Zichtbaarheid wijzigen',
    label: 'Zichtbaarheid',
    workspacesHint:
      'Deze komen in de plaats van de werkruimtes waarin zij nu staan. Kies je er geen, dan blijven die zoals ze zijn.',
  },
  labels: {
    action: 'Labels',
    title: 'Labels zetten',
    label: 'Labels',
    how: 'Wat doen we met deze labels?',
    add: 'Erbij zetten',
    remove: 'Weghalen',
    replace: 'In de plaats zetten van hun huidige labels',
    none: 'Er zijn nog geen labels. Een beheerder maakt ze bij Instellingen.',
    replaceByNone: 'Kies niets om alle labels weg te halen.',
  },
  group: {
    action: 'Team of commissie',
    title: 'In een team of commissie zetten',
    label: 'Team of commissie',
    how: 'Wat doen we met hun andere teams en commissies?',
    add: 'Alleen erbij zetten',
    addHint: 'Wat zij elders doen, gaat door.',
    replace: 'Verplaatsen',
    replaceHint: 'Wat zij nu elders doen, eindigt vandaag.',
    deeds: {
      add: (count: number, group: string) => `${countPeople(count)} in ${group} zetten`,
      replace: (count: number, group: string) => `${countPeople(count)} naar ${group} verplaatsen`,
    },
    ends: ({ people, total }: { people: number; total: number }) =>
      people === 1
        ? `1 van de ${formatNumber(total)} stopt nu elders`
        : `${formatNumber(people)} van de ${formatNumber(total)} stoppen nu elders`,
    endsNothing: 'Niemand stopt elders.',
    ended: (people: number, name: string) =>
      `${formatNumber(people)} × ${name === '' ? 'iets wat jij niet ziet' : name}`,
    moreEnded: (count: number) => `en nog ${count} andere`,
  },
  apply: (count: number) => `Toepassen op ${countPeople(count)}`,
  busy: (count: number) => `Bezig met ${countPeople(count)}…`,
  progress: 'Voortgang',
  soFar: (done: number, total: number) => `${formatNumber(done)} van ${countPeople(total)}`,
  done: (count: number) => `${countPeople(count)} bijgewerkt.`,
  stop: 'Stoppen',
  stopped: (count: number) => `Gestopt. ${countPeople(count)} bijgewerkt.`,
  failedTitle: (count: number) => `Niet gelukt bij ${countPeople(count)}`,
  failedHint: 'Zij blijven geselecteerd, zodat je het nog eens kunt proberen.',
};
