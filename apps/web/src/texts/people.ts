import { formatNumber } from '@/lib/numbers';

export const countPeople = (total: number) =>
  total === 1 ? '1 persoon' : `${formatNumber(total)} personen`;

export const peopleTexts = {
  title: 'Leden',
  count: countPeople,
  search: 'Zoek in leden',
  searchPlaceholder: 'Naam, telefoon, adres…',
  clearSearch: 'Zoekopdracht wissen',
  formerMember: 'Oud-lid',
  columns: 'Kolommen',
  name: 'Naam',
  columnNames: {
    email: 'E-mail',
    phone: 'Telefoon',
    team: 'Team',
    labels: 'Labels',
    modified: 'Laatst gewijzigd',
    age: 'Leeftijd',
    birthdate: 'Geboortedatum',
    'assoc-id': 'Lidnummer',
    'type-lid': 'Type lid',
    leeftijdsgroep: 'Leeftijdsgroep',
    'lid-sinds': 'Lid sinds',
    'lid-tot': 'Lid tot',
    'datum-vog': 'VOG-datum',
    'datum-foto': 'Datum foto',
    'huidig-vrijwilliger': 'Vrijwilliger',
    'financiele-blokkade': 'Financiële blokkade',
    isparent: 'Ouder',
    'helpdesk-id': 'Helpdesknummer',
    city: 'Woonplaats',
  },
  /** The two halves of the name, for who sorts by one of them. */
  nameSorts: { last_name: 'Achternaam', first_name: 'Voornaam' },
  years: (age: number) => `${age} jaar`,
  call: (name: string) => `${name} bellen`,
  mail: (name: string) => `${name} mailen`,
  tableCaption: 'Leden van de club',
  pagination: 'Pagina’s',
  range: (from: number, to: number, total: number) =>
    `${formatNumber(from)}–${formatNumber(to)} van ${formatNumber(total)}`,
  perPage: 'Per pagina',
  nothingFoundTitle: 'Niemand gevonden',
  nothingFoundMessage: (search: string) => `Geen personen voor “${search}”.`,
  nothingFilteredMessage: 'Geen personen die aan alle filters voldoen.',
  searchFormerToo: 'Zoek ook in oud-leden',
  beyondEndTitle: 'Deze pagina is leeg',
  beyondEndMessage: 'Zoveel pagina’s zijn er niet.',
  toLastPage: 'Naar de laatste pagina',
  add: 'Nieuwe persoon',
  export: 'Exporteren',
  exportAs: { csv: 'Als CSV', xlsx: 'Als Excel' },
  exportHint: (total: number) => `${countPeople(total)}, met de kolommen van de lijst`,
  exporting: 'Het bestand wordt gemaakt…',
  exportFailed: 'Exporteren lukt niet',
  print: 'Print',
  printFailed: 'Printen lukt niet',
};

/** What stands above the list about its filters; the rest of their words comes with them. */
export const toolbarTexts = {
  filters: 'Filters',
  filtersWith: (count: number) => `Filters (${count} actief)`,
  clearFilters: 'Wis filters',
  withFormer: 'Toon oud-leden',
};
