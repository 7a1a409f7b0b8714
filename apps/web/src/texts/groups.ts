import type { Group, GroupKind } from '@/api/groups/wire';
import type { GroupContact, RosterEntry } from '@/api/types';
import { formatNumber } from '@/lib/numbers';

interface KindTexts {
  title: string;
  one: string;
  count: (total: number) => string;
  search: string;
  searchPlaceholder: string;
  add: string;
  namePlaceholder: string;
  emptyTitle: string;
  emptyMessage: string;
  nothingFound: (search: string) => string;
  unknown: (id: number) => string;
  partOf: string;
  parts: string;
  noParts: string;
  remove: string;
  removeMessage: string;
}

const teams: KindTexts = {
  title: 'Teams',
  one: 'Team',
  count: (total) => (total === 1 ? '1 team' : `${formatNumber(total)} teams`),
  search: 'Zoek in teams',
  searchPlaceholder: 'Zoek op naam',
  add: 'Nieuw team',
  namePlaceholder: 'Bijvoorbeeld: JO11-2',
  emptyTitle: 'Nog geen teams',
  emptyMessage: 'Zodra er teams zijn toegevoegd, staan ze hier.',
  nothingFound: (search) => `Geen teams voor “${search}”.`,
  unknown: (id) => `Team ${id}`,
  partOf: 'Onderdeel van',
  parts: 'Subteams',
  noParts: 'Geen subteams.',
  remove: 'Team verwijderen',
  removeMessage:
    'Het team verdwijnt uit alle lijsten. De personen blijven bestaan. Je kunt dit alleen vlak daarna ongedaan maken.',
};

const commissies: KindTexts = {
  title: 'Commissies',
  one: 'Commissie',
  count: (total) => (total === 1 ? '1 commissie' : `${formatNumber(total)} commissies`),
  search: 'Zoek in commissies',
  searchPlaceholder: 'Zoek op naam',
  add: 'Nieuwe commissie',
  namePlaceholder: 'Bijvoorbeeld: Toernooicommissie',
  emptyTitle: 'Nog geen commissies',
  emptyMessage: 'Zodra er commissies zijn toegevoegd, staan ze hier.',
  nothingFound: (search) => `Geen commissies voor “${search}”.`,
  unknown: (id) => `Commissie ${id}`,
  partOf: 'Onderdeel van',
  parts: 'Subcommissies',
  noParts: 'Geen subcommissies.',
  remove: 'Commissie verwijderen',
  removeMessage:
    'De commissie verdwijnt uit alle lijsten. De personen blijven bestaan. Je kunt dit alleen vlak daarna ongedaan maken.',
};

const genders: Record<Group['gender'], string> = {
  '': 'Gemengd',
  male: 'Mannen',
  female: 'Vrouwen',
};

const contactTypes: Record<GroupContact['contact_type'], string> = {
  '': 'Onbekend',
  email: 'E-mail',
  phone: 'Telefoon',
  address: 'Adres',
  other: 'Anders',
};

const roles: Record<RosterEntry['role'], string> = {
  player: 'Speler',
  staff: 'Staf',
  member: 'Lid',
};

export const groupTexts = {
  kinds: { teams, commissies } satisfies Record<GroupKind, KindTexts>,
  genders,
  contactTypes,
  roles,
  name: 'Naam',
  nameMissing: 'Vul een naam in.',
  websiteInvalid: 'Begin het adres met http:// of https://.',
  create: 'Toevoegen',
  created: (name: string) => `${name} is toegevoegd.`,
  clearSearch: 'Zoekopdracht wissen',
  nothingFoundTitle: 'Niets gevonden',
  players: 'Spelers',
  staff: 'Staf',
  members: 'Leden',
  activity: 'Activiteit',
  gender: 'Geslacht',
  details: {
    title: 'Gegevens',
    website: 'Website',
    description: 'Omschrijving',
    publicteamid: 'Teamnummer bij de bond',
  },
  roster: {
    former: 'Verleden',
    noPlayers: 'Nog geen spelers.',
    noStaff: 'Nog geen staf.',
    noMembers: 'Nog geen leden.',
    noFormer: 'Nog niemand.',
    howTo: 'Voeg iemand toe bij de persoon zelf, onder Teams en functies.',
  },
  choose: {
    placeholder: 'Kies een team of commissie',
    nothing: 'Niets gevonden',
    clear: 'Keuze wissen',
    none: 'Geen',
  },
  remove: {
    title: (name: string) => `${name} verwijderen?`,
    confirm: 'Verwijderen',
    done: (name: string) => `${name} is verwijderd.`,
  },
};
