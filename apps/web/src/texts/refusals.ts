/** What was refused, by the first parts of the name of an operation: `people.shares` before `people`. */
const areas: Partial<Record<string, string>> = {
  activities: 'een activiteit',
  'application-passwords': 'applicatiewachtwoorden',
  audit: 'het logboek',
  'capability-matrix': 'de rechten van rollen',
  'capability-sync': 'rollen door functies',
  'clubsystem.sync-individual': 'een persoon bijwerken vanuit de ledenadministratie',
  commissies: 'een commissie',
  discipline: 'tuchtzaken',
  fees: 'de contributie',
  finance: 'de instellingen van de financiën',
  'functie-capability-map': 'welke functie welke rol geeft',
  invites: 'een uitnodiging',
  invoices: 'een factuur',
  leavers: 'gegevens van oud-leden',
  mails: 'verstuurde mails',
  media: 'een foto',
  messages: 'een bericht aan leden',
  notes: 'een notitie',
  payments: 'betalingen',
  people: 'een persoon',
  'people.addresses': 'adressen van personen',
  'people.block': 'de financiële blokkade van een persoon',
  'people.bulk-update': 'veel personen tegelijk',
  'people.changes': 'de wijzigingen van een persoon',
  'people.export': 'een lijst van personen',
  'people.photo': 'de foto van een persoon',
  'people.provision': 'een account voor een persoon',
  'people.shares': 'met wie een persoon is gedeeld',
  'people.todos': 'taken bij een persoon',
  'people.welcome': 'een welkomstmail',
  person_label: 'een label',
  club: 'wie de club is',
  'first-start': 'de eerste beheerder',
  provisioning: 'de welkomstmail',
  relationship_type: 'een relatietype',
  search: 'zoeken',
  seizoen: 'een seizoen',
  teams: 'een team',
  'teams.shares': 'met wie een team is gedeeld',
  timeline: 'een tijdlijn',
  todos: 'een taak',
  trash: 'de prullenbak',
  erasures: 'wat gewist wordt',
  undo: 'een wijziging ongedaan maken',
  user: 'het eigen account',
  users: 'een gebruiker',
  'users.scope': 'wat een gebruiker ziet',
  'volunteer-roles': 'wie als vrijwilliger telt',
  workspace_access: 'een werkruimte',
  workspaces: 'een werkruimte',
  'workspaces.members': 'de leden van een werkruimte',
};

/** What somebody wanted to do with it, by the last part of the name. */
const deeds: Partial<Record<string, string>> = {
  add: 'toevoegen',
  adopt: 'overnemen voor de club',
  block: 'blokkeren',
  change: 'wijzigen',
  create: 'maken',
  delete: 'verwijderen',
  export: 'meenemen',
  give: 'geven',
  patch: 'wijzigen',
  post: 'wijzigen',
  remove: 'verwijderen',
  reset: 'van een nieuw wachtwoord voorzien',
  restore: 'terughalen',
  revoke: 'intrekken',
  roles: 'bekijken',
  send: 'versturen',
  set: 'wijzigen',
  'set-roles': 'andere rollen geven',
  unblock: 'deblokkeren',
  update: 'wijzigen',
  upload: 'uploaden',
};

/** Why, by the code of the answer. */
const reasons: Partial<Record<string, string>> = {
  rest_forbidden: 'heeft er geen recht op',
  rest_cookie_invalid_nonce: 'de pagina was verlopen',
  confirmation_required: 'moest eerst het wachtwoord geven',
  demo_user: 'kan niet met een account van de demo',
  email_mismatch: 'is aangemeld met een ander e-mailadres',
};

/** Operations whose area says it all. */
const whole = ['clubsystem.sync-individual', 'undo', 'search'];

/** What was refused in words: "een team wijzigen". */
export function refusedDeed(operation: string): string {
  const parts = operation.split('.');
  const area = areas[parts.slice(0, 2).join('.')] ?? areas[parts[0] ?? ''] ?? 'een onderdeel';
  if (operation === 'people.bulk-update') return `${area} wijzigen`;
  if (operation === 'people.provision') return `${area} maken`;
  if (whole.includes(operation)) return area;
  return `${area} ${deeds[parts.at(-1) ?? ''] ?? 'bekijken'}`;
}

export const refusalReason = (code: string): string => reasons[code] ?? code;
