import type { AuditEntry } from '@/api/types';

const ways: Record<AuditEntry['way'], (name: string) => string> = {
  session: () => 'in de browser',
  application_password: (name) => `programma ${name}`,
  command: (name) => `opdracht ${name}`,
  job: (name) => (name === '' ? 'Clubhuis zelf' : `taak ${name}`),
  visitor: () => 'niet aangemeld',
};

/** What the values are called that an entry tells; others keep their name. */
const values: Partial<Record<string, string>> = {
  roles: 'rollen',
  by_hand: 'met de hand gegeven',
  by_function: 'door functies gegeven',
  teams: 'teams',
  age_groups: 'leeftijdsgroepen',
  sessions: 'beëindigde sessies',
  programs: 'ingetrokken applicatiewachtwoorden',
  name: 'naam',
  count: 'aantal',
  people: 'personen',
  people_count: 'personen in totaal',
  permission: 'mag',
  user: 'gebruiker',
  role: 'rol',
  undone: 'ongedaan gemaakt',
  left_out: 'overgeslagen',
  player_roles: 'spelersrollen',
  excluded_roles: 'rollen die niet tellen',
  exempt_commissies: 'vrijgestelde commissies',
  code: 'reden',
  operation: 'handeling',
  record: 'nummer',
};

const nouns: Partial<Record<string, string>> = {
  person: 'persoon',
  group: 'team of commissie',
  user: 'gebruiker',
  workspace: 'werkruimte',
  label: 'label',
  'relation-type': 'relatietype',
  mail: 'mail',
  settings: 'instelling',
  operation: 'handeling',
};

export const auditTexts = {
  title: 'Logboek',
  intro:
    'Wie deed wat, en wanneer. Alleen beheerders zien dit. Wat er aan een persoon is gewijzigd, staat bij die persoon onder Wijzigingen.',
  empty: 'Hier staat niets in het logboek.',
  kind: 'Wat',
  allKinds: 'Alles',
  actor: 'Wie',
  everybody: 'Iedereen',
  from: 'Vanaf',
  to: 'Tot en met',
  about: (object: string) => `Alleen over ${object}`,
  allObjects: 'Over alles',
  more: 'Toon meer',
  nobody: 'Iemand',
  clubhuis: 'Clubhuis',
  ways,
  /** An object without a name, such as `persoon 12`; without a number several of them. */
  object: (noun: string, id: string) => `${nouns[noun] ?? noun}${id === '' ? '' : ` ${id}`}`,
  value: (name: string) => values[name] ?? name,
  yes: 'ja',
  no: 'nee',
  nothing: 'niets',
  becomes: (from: string, to: string) => `${from} → ${to}`,
  fields: (names: string) => `velden: ${names}`,
  of: (name: string) => `Alles over ${name}`,
};

export const changesTexts = {
  empty: 'Er is nog niets gewijzigd.',
  unknown: 'Onbekend',
  more: 'Toon meer',
  created: 'Aangemaakt',
  removed: 'Naar de prullenbak',
  restored: 'Teruggehaald uit de prullenbak',
  by: (name: string, at: string) => `${name}, ${at}`,
  photo: 'Foto',
  photoAdded: 'Foto toegevoegd',
  photoReplaced: 'Foto vervangen',
  photoRemoved: 'Foto verwijderd',
  labels: 'Labels',
  workspaces: 'Werkruimtes',
  workspace: (id: number) => `Werkruimte ${id}`,
  visibility: 'Zichtbaarheid',
  administered: 'Overgenomen voor de club',
  vog: {
    vog_email_sent_date: 'VOG: mail verstuurd',
    vog_justis_submitted_date: 'VOG: ingediend bij Justis',
    vog_reminder_sent_date: 'VOG: herinnering verstuurd',
  },
};
