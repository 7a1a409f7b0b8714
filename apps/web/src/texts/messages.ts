import { formatNumber } from '@/lib/numbers';

import { countPeople } from './people';

const addresses = (count: number) =>
  count === 1 ? '1 e-mailadres' : `${formatNumber(count)} e-mailadressen`;

/** How many names are told before it is only a number. */
const mostNames = 8;

const named = (names: readonly string[]) => {
  const rest = names.length - mostNames;
  if (rest <= 1) return names.join(', ');
  return `${names.slice(0, mostNames).join(', ')} en ${formatNumber(rest)} anderen`;
};

export const messageTexts = {
  action: 'Stuur bericht',
  all: 'Stuur iedereen een bericht',
  title: 'Bericht sturen',
  to: 'Van wie jonger is dan 16',
  tos: { parents: 'aan de ouders', self: 'aan het kind zelf', both: 'aan ouders en kind' },
  subject: 'Onderwerp',
  content: 'Bericht',
  attachments: 'Bijlagen',
  attachmentsHint: 'Hooguit vijf, samen 10 MB: pdf, afbeelding, document of agenda.',
  choose: 'Kies bestanden',
  clear: 'Bijlagen weghalen',
  unreadable: 'Een van de bestanden kan niet worden gelezen. Kies het opnieuw.',
  loadingEditor: 'De tekstverwerker komt eraan…',
  counting: 'Adressen tellen…',
  goes: (count: number, people: number, parents: number) =>
    `Dit bericht gaat naar ${addresses(count)} voor ${countPeople(people)}` +
    (parents > 0 ? `, ${formatNumber(parents)} van ouders.` : '.'),
  each: 'Ieder krijgt een eigen mail en ziet de anderen niet. Een antwoord komt bij jou.',
  nobody: 'Van niemand van hen is een e-mailadres bekend.',
  without: (names: readonly string[]) =>
    `${names.length === 1 ? 'Zonder e-mailadres' : `${formatNumber(names.length)} zonder e-mailadres`}: ${named(names)}.`,
  tooMany: (left: number) => `Je mag vandaag nog aan ${addresses(left)} schrijven.`,
  submit: (count: number | undefined) =>
    count === undefined || count === 0 ? 'Versturen' : `Versturen naar ${addresses(count)}`,
  sending: 'Het bericht wordt verstuurd',
  done: 'Het bericht is verstuurd',
  trouble: 'Niet alles is verstuurd',
  closeHint: 'Je kunt dit venster sluiten: het versturen gaat door.',
  progress: 'Voortgang',
  sent: (sent: number, all: number) => `${formatNumber(sent)} van ${addresses(all)}`,
  failed: (count: number) =>
    `${count === 1 ? '1 mail is' : `${formatNumber(count)} mails zijn`} niet aangenomen. Een beheerder ziet onder Instellingen → Mail waarom.`,
  uncertain: (count: number) =>
    `Van ${count === 1 ? '1 mail' : `${formatNumber(count)} mails`} weet niemand of die is aangekomen.`,
};
