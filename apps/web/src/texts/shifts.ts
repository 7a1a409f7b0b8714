import { formatNumber } from '@/lib/numbers';

const shifts = (count: number) => (count === 1 ? '1 dienst' : `${formatNumber(count)} diensten`);

export const shiftTexts = {
  title: 'Diensten',
  subtitle: (count: number, open: number) =>
    count === 0
      ? 'Geen diensten'
      : open === 0
        ? `${shifts(count)}, alles is bezet`
        : `${shifts(count)}, ${open === 1 ? '1 plek' : `${formatNumber(open)} plekken`} vrij`,
  view: 'Weergave',
  views: { lijst: 'Lijst', kalender: 'Kalender', seizoen: 'Wie deed hoeveel' },
  new: 'Nieuwe dienst',

  from: 'Van',
  to: 'Tot en met',
  mine: 'Alleen mijn diensten',
  open: 'Alleen met vrije plekken',
  clear: 'Filters wissen',

  list: (day: string) => `Diensten op ${day}`,
  empty: 'Er zijn geen diensten',
  emptyHint: 'In deze periode is niets gepland.',
  none: 'Geen dienst gevonden',
  noneHint: 'Kijk verder vooruit of wis de filters.',
  notLinked:
    'Je account is nog niet aan een lid gekoppeld. Vraag een beheerder daarom: dan kun je je aanmelden voor een dienst.',

  time: (start: string, end: string) => `${start} – ${end}`,
  statuses: { open: 'Open', full: 'Vol', cancelled: 'Gaat niet door', completed: 'Geweest' },
  draft: 'Niet zichtbaar',
  comes: 'Jij komt',
  filled: (filled: number, capacity: number) => `${filled} van ${capacity}`,
  filledLong: (filled: number, capacity: number) => `${filled} van ${capacity} plekken bezet`,
  short: (count: number) => (count === 1 ? 'Nog 1 nodig' : `Nog ${count} nodig`),
  signUp: 'Aanmelden',
  signUpFor: (title: string, day: string) => `Aanmelden voor ${title} op ${day}`,
  signOff: 'Afmelden',
  signOffFrom: (title: string, day: string) => `Afmelden voor ${title} op ${day}`,
  signedUp: (title: string) => `Je staat bij ${title}.`,
  signedOff: (title: string) => `Je bent afgemeld voor ${title}.`,
  openThing: (title: string) => `${title} openen`,
  tooLate: 'Afmelden kan tot 24 uur voor het begin. Bel de coördinator als je niet kunt.',

  month: 'Maand',
  previousMonth: 'Vorige maand',
  nextMonth: 'Volgende maand',
  thisMonth: 'Deze maand',
  noneOnDay: 'Geen diensten',

  who: 'Wie komt er',
  nobody: 'Er komt nog niemand.',
  add: 'Iemand indelen',
  addHint: 'Kies een vrijwilliger, of typ een deel van de naam.',
  addNobody: 'Geen vrijwilliger gevonden met die naam.',
  addFailed: 'Zoeken lukte niet. Probeer het opnieuw.',
  did: (count: number) =>
    count === 0 ? 'nog geen dienst dit seizoen' : `${shifts(count)} dit seizoen`,
  busyThen: 'heeft dan al een dienst',
  assigned: (name: string) => `${name} is ingedeeld.`,
  release: (name: string) => `${name} van deze dienst halen`,
  released: (name: string) => `${name} is van de dienst gehaald.`,
  fillsNot: 'Telt niet mee: oud-lid of overleden',
  mail: 'Mail naar wie komt',
  full: 'Deze dienst is vol.',
  edit: 'Wijzigen',
  cancelShift: 'Gaat niet door',
  reopen: 'Gaat toch door',
  publish: 'Zichtbaar maken',
  hide: 'Verbergen',
  remove: 'Verwijderen',
  removeTitle: 'Dienst verwijderen?',
  removeMessage: (title: string, day: string) =>
    `${title} op ${day} wordt verwijderd, ook voor wie zich heeft aangemeld. Dit kan niet ongedaan worden gemaakt.`,
  tellFirst:
    'Wie zich heeft aangemeld, krijgt hier geen bericht van. Laat het eerst weten met Stuur bericht.',
  tellThem:
    'Wie zich heeft aangemeld, ziet dit alleen in het dagelijkse overzicht, en krijgt verder geen bericht. Laat het weten met Stuur bericht.',
  removed: 'De dienst is verwijderd.',
  gone: 'Deze dienst bestaat niet (meer).',

  form: {
    new: 'Nieuwe dienst',
    edit: 'Dienst wijzigen',
    title: 'Wat',
    titleExample: 'Bardienst',
    place: 'Waar',
    placeExample: 'Kantine',
    date: 'Datum',
    start: 'Van',
    end: 'Tot',
    endHint: 'Eerder dan het begin: de volgende dag.',
    capacity: 'Hoeveel mensen',
    published: 'Zichtbaar voor iedereen',
    publishedHint: 'Dan kunnen leden zich aanmelden.',
    repeat: 'Herhalen',
    repeats: {
      '0': 'Eén keer',
      '1': 'Elke week',
      '2': 'Om de twee weken',
      '4': 'Om de vier weken',
    },
    until: 'Tot en met',
    untilMissing: 'Vul de laatste dag in.',
    required: 'Vul dit in.',
    save: 'Opslaan',
    plan: 'Plannen',
    planned: (count: number) =>
      count === 1 ? 'De dienst is gepland.' : `${count} diensten zijn gepland.`,
    saved: 'De dienst is gewijzigd.',
  },

  season: 'Seizoen',
  servedList: 'Wie deed hoeveel diensten',
  servedColumns: { name: 'Naam', count: 'Diensten' },
  servedEmpty: 'In dit seizoen deed nog niemand een dienst',
  servedHint: 'Een dienst telt als hij is geweest.',
  servedSubtitle: (people: number, count: number) =>
    `${people === 1 ? '1 persoon' : `${formatNumber(people)} mensen`}, ${shifts(count)}`,
};
