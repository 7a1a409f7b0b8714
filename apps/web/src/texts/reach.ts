import { formatNumber } from '@/lib/numbers';

import { countPeople } from './people';

const things = {
  email: { one: 'e-mailadres', many: 'e-mailadressen' },
  phone: { one: 'telefoonnummer', many: 'telefoonnummers' },
};

type By = keyof typeof things;

const count = (by: By, number: number) =>
  `${formatNumber(number)} ${number === 1 ? things[by].one : things[by].many}`;

/** How many names are told before it is only a number. */
const mostNames = 5;

/** To mail, call and copy how to reach people. */
export const reachTexts = {
  mail: 'Mail',
  mailAll: 'Mail iedereen',
  copy: 'Kopieer',
  copies: { email: 'E-mailadressen', phone: 'Telefoonnummers' },
  children: 'Van wie jonger is dan 16',
  to: { parents: 'die van de ouders', self: 'die van het kind zelf', both: 'van ouders en kind' },
  copied: (by: By, number: number) => `${count(by, number)} gekopieerd`,
  mailed: (number: number) => `Nieuwe mail aan ${count('email', number)} (bcc)`,
  nothing: (by: By) => `Niemand van hen heeft een ${things[by].one}`,
  /** How many are those of parents, and who has none. */
  details: (by: By, parents: number, without: readonly string[]): string => {
    const sentences = parents > 0 ? [`${formatNumber(parents)} van ouders.`] : [];
    if (without.length > 0) {
      const names = without.length <= mostNames ? `: ${without.join(', ')}` : '';
      const have = without.length === 1 ? 'heeft' : 'hebben';
      sentences.push(`${countPeople(without.length)} ${have} geen ${things[by].one}${names}.`);
    }
    return sentences.join(' ');
  },
  failed: 'Dat lukt niet',
  tooMany: (number: number) =>
    `${count('email', number)} zijn te veel voor één mail uit de browser`,
  tooManyHint: 'Kopieer ze, en plak ze in je mailprogramma bij BCC.',
  byHand: 'Kopiëren kan hier niet vanzelf',
  byHandHint: 'De tekst is geselecteerd: druk op Ctrl C.',
  copyThese: 'Kopieer de adressen',
};
