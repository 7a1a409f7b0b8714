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
  person: 'persoon',
  reassigned_to: 'overgedragen aan',
  username: 'gebruikersnaam',
  blocked: 'geblokkeerd',
  application_passwords: 'ingetrokken applicatiewachtwoorden',
  role: 'rol',
  workspaces: 'werkruimtes',
  description: 'omschrijving',
  slug: 'korte naam',
  inverse: 'tegenhanger',
  gendered: 'verschilt voor mannen en vrouwen',
  group: 'groep',
  searchable_fields: 'velden waarin ook wordt gezocht',
  subject: 'onderwerp',
  body: 'tekst',
  auto: 'vanzelf versturen',
  message: 'nummer van het bericht',
  addresses: 'adressen',
  undone: 'ongedaan gemaakt',
  left_out: 'overgeslagen',
  player_roles: 'spelersrollen',
  excluded_roles: 'rollen die niet tellen',
  exempt_commissies: 'vrijgestelde commissies',
  code: 'reden',
  operation: 'handeling',
  record: 'nummer',
  payment: 'betaling',
  amount: 'bedrag',
  open: 'nog open',
  returned: 'teruggegeven',
  review: 'reden om te bekijken',
  plan: 'betaalwijze',
};

/** The settings that can be changed. */
const settings: Partial<Record<string, string>> = {
  search: 'zoeken',
  'volunteer-roles': 'vrijwilligers',
  provisioning: 'welkomstmail',
  vog: 'VOG',
  anniversaries: 'jubilea',
};

const nouns: Partial<Record<string, string>> = {
  case: 'tuchtzaak',
  shift: 'dienst',
  feedback: 'melding',
  person: 'persoon',
  group: 'team of commissie',
  user: 'gebruiker',
  workspace: 'werkruimte',
  label: 'label',
  'relation-type': 'relatietype',
  mail: 'mail',
  invoice: 'factuur',
  settings: 'instelling',
  operation: 'handeling',
};

export const auditTexts = {
  title: 'Logboek',
  intro:
    'Wie deed wat, en wanneer. Alleen beheerders zien dit. Wat er aan een persoon is gewijzigd, staat bij die persoon onder Wijzigingen.',
  empty: 'Er staat nog niets in het logboek.',
  noneFound: 'Niets gevonden. Kies iets anders, of een langere periode.',
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
  /** An object without a name, such as `persoon 12`. */
  object: (noun: string, id: string) => `${nouns[noun] ?? noun}${id === '' ? '' : ` ${id}`}`,
  /** What somebody wanted to do, with the number of what it was meant for. */
  refused: (deed: string, id: string) => (id === '' ? deed : `${deed} (nummer ${id})`),
  setting: (name: string) => settings[name] ?? name,
  value: (name: string) => values[name] ?? name,
  /** So many of a list that is too long to be read. */
  many: (count: number) => `${count} stuks`,
  mayEdit: { edit: 'bewerken', view: 'bekijken' } as Partial<Record<string, string>>,
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
  /** One that is gone, or of which the reader is no member. */
  workspace: (id: number) => `Werkruimte ${id}`,
  goneLabel: 'Een label dat er niet meer is',
  visibility: 'Zichtbaarheid',
  administered: 'Overgenomen voor de club',
  vog: {
    vog_email_sent_date: 'VOG: mail verstuurd',
    vog_justis_submitted_date: 'VOG: ingediend bij Justis',
    vog_reminder_sent_date: 'VOG: herinnering verstuurd',
  },
};

export const looksTexts = {
  switch: 'Wat wil je zien?',
  changes: 'Wijzigingen',
  looks: 'Wie keek',
  about: 'Wie deze pagina opende of de gegevens meenam in een bestand, per dag.',
  empty: 'Nog niemand heeft gekeken.',
  opened: (time: string) => `bekeken om ${time}`,
  exported: (time: string) => `meegenomen in een bestand om ${time}`,
};
