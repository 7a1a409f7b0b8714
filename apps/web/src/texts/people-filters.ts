import { formatDate } from '@/lib/dates';

const months = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
] as const;

const monthName = (month: string) => months[Number(month) - 1] ?? month;

const days = (count: string) => `${count} dagen`;

/** Of `2025-07-01~2026-06-30`. */
function period(value: string): string {
  const [from = '', to = ''] = value.split('~').map(formatDate);
  if (from === '') return `uiterlijk ${to}`;
  if (to === '') return `${from} of later`;
  return from === to ? from : `${from} tot en met ${to}`;
}

export const filterTexts = {
  title: 'Leden filteren',
  active: 'Actieve filters',
  remove: (filter: string) => `Filter “${filter}” verwijderen`,
  show: (people: string) => `Toon ${people}`,
  any: 'Maakt niet uit',
  yes: 'Ja',
  no: 'Nee',
  counted: (value: string, count: string) => `${value} (${count})`,
  optionsFailed: 'De teams, labels en soorten leden zijn niet geladen.',
  presets: 'Vaak gevraagd',
  presetNames: {
    vogMissing: 'Vrijwilligers zonder VOG',
    gestopt: 'Opgezegd dit seizoen',
    zonderEmail: 'Zonder e-mail',
    nieuw: 'Nieuw dit seizoen',
  },
  add: 'Filter toevoegen',
  addPlaceholder: 'Kies een veld',
  addNothing: 'Geen veld met die naam',
  periods: {
    lidSinds: { from: 'Lid sinds, van', to: 'Lid sinds, tot en met' },
    lidTotDag: { from: 'Lid tot, van', to: 'Lid tot, tot en met' },
  },
  nothing: 'Niets gevonden',
  unknownName: '…',
  groups: {
    club: 'In de club',
    membership: 'Lidmaatschap',
    person: 'Persoon',
    vog: 'VOG',
    reach: 'Ontbreekt',
    record: 'Gegevens',
  },
  names: {
    team: 'Team',
    commissie: 'Commissie',
    functie: 'Functie',
    label: 'Een van deze labels',
    labelAlle: 'Al deze labels',
    labelZonder: 'Geen van deze labels',
    typeLid: 'Type lid',
    leeftijdsgroep: 'Leeftijdsgroep',
    alleenOud: 'Alleen oud-leden',
    lidTot: 'Alleen opzeggers',
    lidSinds: 'Lid sinds',
    nieuw: 'Nieuw dit seizoen',
    lidTotDag: 'Lid tot',
    gestopt: 'Opgezegd dit seizoen',
    leeftijd: 'Leeftijd',
    geslacht: 'Geslacht',
    woonplaats: 'Woonplaats',
    ouder: 'Ouder van een lid',
    overleden: 'Overleden',
    zonderEmail: 'Zonder e-mail',
    zonderTelefoon: 'Zonder telefoonnummer',
    zonderFoto: 'Zonder foto',
    birthYear: 'Geboortejaar',
    birthMonth: 'Geboortemaand',
    vrijwilliger: 'Vrijwilliger',
    blokkade: 'Financiële blokkade',
    vogNodig: 'VOG nodig',
    vogMissing: 'Zonder VOG',
    vogOuder: 'VOG ouder dan',
    vogVerloopt: 'VOG verloopt binnen',
    vogType: 'Soort aanvraag',
    vogMail: 'Mail over de VOG',
    vogJustis: 'Aanvraag bij Justis',
    vogHerinnering: 'Herinnering',
    fotoMissing: 'Zonder foto bij de bond',
    modified: 'Gewijzigd in de laatste',
    eigenaar: 'Toegevoegd door',
  },
  birthYearFrom: 'Geboortejaar van',
  birthYearTo: 'tot en met',
  birthYearExample: { from: '1990', to: 'één jaar mag ook' },
  ageFrom: 'Leeftijd van',
  ageTo: 'tot en met',
  ageExample: { from: '12', to: '17' },
  values: {
    geslacht: {
      male: 'Man',
      female: 'Vrouw',
      non_binary: 'Non-binair',
      other: 'Anders',
      prefer_not_to_say: 'Zegt het liever niet',
    },
    birthMonth: Object.fromEntries(months.map((month, index) => [String(index + 1), month])),
    vogOuder: { '3': '3 jaar', '5': '5 jaar' },
    vogVerloopt: { '30': days('30'), '60': days('60'), '90': days('90'), '180': days('180') },
    vogType: { nieuw: 'Nieuw', vernieuwing: 'Vernieuwing' },
    sent: { sent: 'Verstuurd', not_sent: 'Niet verstuurd' },
    submitted: { submitted: 'Ingediend', not_submitted: 'Niet ingediend' },
    modified: { '7': days('7'), '30': days('30'), '90': days('90'), '365': days('365') },
    eigenaar: { mine: 'mij', shared: 'iemand anders' },
  },
  /** What a chip says of its filter; of several values their names. */
  chips: {
    team: (teams: string) => `Team ${teams}`,
    commissie: (committees: string) => committees,
    functie: (functions: string) => `Functie ${functions}`,
    label: (labels: string) => `Label ${labels}`,
    labelAlle: (labels: string) => `Labels ${labels}`,
    labelZonder: (labels: string) => `Zonder label ${labels}`,
    typeLid: (value: string) => value,
    leeftijdsgroep: (value: string) => value,
    alleenOud: () => 'Alleen oud-leden',
    lidTot: () => 'Heeft opgezegd',
    lidSinds: (value: string) => `Lid sinds ${period(value)}`,
    nieuw: () => 'Nieuw dit seizoen',
    lidTotDag: (value: string) => `Lid tot ${period(value)}`,
    gestopt: () => 'Opgezegd dit seizoen',
    leeftijd: (value: string) => {
      const [from = '', to = from] = value.split('-');
      if (from === '') return `Hooguit ${to} jaar`;
      if (to === '') return `${from} jaar of ouder`;
      return from === to ? `${from} jaar` : `${from} tot en met ${to} jaar`;
    },
    geslacht: (genders: string) => genders,
    woonplaats: (cities: string) => `Woont in ${cities}`,
    ouder: (value: string) => (value === '1' ? 'Ouder van een lid' : 'Geen ouder van een lid'),
    overleden: (value: string) => (value === '1' ? 'Overleden' : 'Niet overleden'),
    zonderEmail: () => 'Zonder e-mail',
    zonderTelefoon: () => 'Zonder telefoonnummer',
    zonderFoto: () => 'Zonder foto',
    birthYear: (value: string) => `Geboren in ${value.replace('-', '–')}`,
    birthMonth: (value: string) => `Jarig in ${monthName(value)}`,
    vrijwilliger: (value: string) => (value === '1' ? 'Vrijwilliger' : 'Geen vrijwilliger'),
    blokkade: (value: string) => (value === '1' ? 'Met blokkade' : 'Zonder blokkade'),
    vogNodig: (value: string) => (value === '1' ? 'VOG nodig' : 'Geen VOG nodig'),
    vogMissing: () => 'Zonder VOG',
    vogOuder: (value: string) => `VOG ouder dan ${value} jaar`,
    vogVerloopt: (value: string) =>
      value === '1' ? 'VOG verloopt binnen een dag' : `VOG verloopt binnen ${days(value)}`,
    vogType: (value: string) => (value === 'nieuw' ? 'VOG: nieuw' : 'VOG: vernieuwing'),
    vogMail: (value: string) => (value === 'sent' ? 'VOG-mail verstuurd' : 'Nog geen VOG-mail'),
    vogJustis: (value: string) =>
      value === 'submitted' ? 'Bij Justis ingediend' : 'Nog niet bij Justis',
    vogHerinnering: (value: string) =>
      value === 'sent' ? 'VOG-herinnering verstuurd' : 'Nog geen VOG-herinnering',
    fotoMissing: () => 'Zonder foto bij de bond',
    modified: (value: string) => `Gewijzigd in ${days(value)}`,
    eigenaar: (value: string) =>
      value === 'mine' ? 'Door mij toegevoegd' : 'Door een ander toegevoegd',
  },
};
