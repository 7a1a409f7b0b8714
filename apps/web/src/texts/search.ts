import { formatNumber } from '@/lib/numbers';

import { searchButtonTexts } from './search-button';

export const searchTexts = {
  ...searchButtonTexts,
  input: 'Zoek een persoon, team of commissie',
  placeholder: 'Naam, telefoonnummer, adres, team…',
  hint: 'Typ nog een letter om in de hele club te zoeken.',
  startHint: 'Zoek op naam, e-mailadres, telefoonnummer, lidnummer of adres.',
  keys: 'Gebruik de pijltjes om te kiezen, en Enter om te openen.',
  people: 'Personen',
  former: 'Oud-leden',
  teams: 'Teams',
  committees: 'Commissies',
  recent: 'Laatst geopend',
  favorites: 'Favorieten',
  deeds: 'Direct naar',
  newPerson: 'Nieuwe persoon',
  allPeople: (count: number) => `Toon alle ${formatNumber(count)} in Leden`,
  allFormer: (count: number) => `Ook ${formatNumber(count)} oud-leden in Leden`,
  allTeams: (count: number) => `Toon alle ${formatNumber(count)} in Teams`,
  allCommittees: (count: number) => `Toon alle ${formatNumber(count)} in Commissies`,
  nothing: (query: string) => `Niets gevonden voor “${query}”.`,
  nothingHint:
    'Controleer de spelling, of probeer een deel van de naam of de laatste vier cijfers.',
  found: (count: number) => (count === 1 ? '1 resultaat' : `${formatNumber(count)} resultaten`),
  favorite: (name: string) => `${name} is een favoriet`,
  clear: 'Zoekveld leegmaken',
  favoriteFailed: 'De favoriet is niet bewaard',
  /** What somebody was found by. */
  fields: {
    nickname: 'Roepnaam',
    'assoc-id': 'Lidnummer',
    'custom_assoc-id': 'Lidnummer',
    address: 'Adres',
  } as Readonly<Record<string, string>>,
};
