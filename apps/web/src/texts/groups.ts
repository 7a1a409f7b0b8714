import type { Group, GroupKind } from '@/api/groups/wire';
import type { GroupContact, RosterEntry } from '@/api/types';
import type { GroupShow } from '@/features/groups/filter';
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
  shows: (show: GroupShow) => string;
  partOf: string;
  parts: string;
  noParts: string;
  move: string;
  remove: string;
  removeMessage: string;
}

const teamShows: Record<GroupShow, string> = {
  '': 'Alle teams',
  veld: 'Veld',
  zaal: 'Zaal',
  mannen: 'Mannen',
  vrouwen: 'Vrouwen',
  gemengd: 'Gemengd',
  'zonder-staf': 'Zonder staf',
  leeg: 'Zonder spelers',
};

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
  shows: (show) => teamShows[show],
  partOf: 'Onderdeel van',
  parts: 'Subteams',
  noParts: 'Geen subteams.',
  move: 'Naar een ander team…',
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
  shows: (show) => (show === 'leeg' ? 'Zonder leden' : 'Alle commissies'),
  partOf: 'Onderdeel van',
  parts: 'Subcommissies',
  noParts: 'Geen subcommissies.',
  move: 'Naar een andere commissie…',
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
  show: 'Welke?',
  print: 'Print',
  leaders: 'Trainer en leider',
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
    age: 'Leeftijd',
    title: 'Functie',
    reach: 'Bereikbaar',
    phone: 'Telefoon',
    parents: 'Ouders',
    vog: 'VOG',
    actions: 'Acties',
    actionsOf: (name: string) => `Acties voor ${name}`,
    add: { player: 'Speler', staff: 'Staf', member: 'Lid' },
    addLabel: { player: 'Speler toevoegen', staff: 'Staf toevoegen', member: 'Lid toevoegen' },
    who: 'Wie?',
    added: (name: string, title: string) => `${name} is toegevoegd als ${title}.`,
    notAdded: 'Niet toegevoegd',
    addDone: 'Klaar',
    end: 'Functie beëindigen',
    ended: (name: string, title: string) => `${name} stopt vandaag als ${title}.`,
    undo: 'Ongedaan maken',
    undone: 'Ongedaan gemaakt.',
    moveTitle: (name: string) => `${name} verplaatsen`,
    moveTo: 'Naar',
    moveMissing: 'Kies waarheen.',
    moveSubmit: 'Verplaatsen',
    moved: (name: string, group: string) => `${name} zit nu in ${group}.`,
    failed: 'Niet gelukt',
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
