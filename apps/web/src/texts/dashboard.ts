/** The first page. */
export const dashboardTexts = {
  titles: {
    board: 'Bestuursdashboard',
    administrator: 'Clubdashboard',
    matches: 'Wedstrijddashboard',
    teams: 'Teamdashboard',
    both: 'Wedstrijden en teams',
    club: 'Cluboverzicht',
  },
  toClub: 'Cluboverzicht',
  failed: 'Dit blok kon niet worden geladen.',
  today: 'vandaag',
  tomorrow: 'morgen',
  todayAt: (time: string) => `vandaag om ${time}`,
  yesterdayAt: (time: string) => `gisteren om ${time}`,
  daysAgo: (days: number) => `${days} dagen geleden`,
  allHidden: 'Je hebt alle blokken verborgen',
  allHiddenHint: 'Met Indeling zet je ze weer neer.',
  blocks: {
    birthdays: 'Verjaardagen',
    anniversaries: 'Jubilarissen',
    attention: 'Aandacht en taken',
    membership: 'Leden',
    volunteers: 'Open diensten',
    vog: 'VOG',
    matches: 'Wedstrijden',
    teams: 'Mijn teams',
  },
};

export const layoutTexts = {
  arrange: 'Indeling',
  done: 'Klaar',
  title: 'Indeling van je dashboard',
  hint: 'Sleep een blok naar een andere plek, of gebruik de pijlen. Wat je uitzet blijft hier staan.',
  reset: 'Standaardindeling',
  show: (block: string) => `${block} tonen`,
  up: (block: string) => `${block} omhoog`,
  down: (block: string) => `${block} omlaag`,
  moved: (block: string, place: number) => `${block} staat nu op plaats ${place}.`,
  hidden: 'Verborgen',
};

export const birthdayTexts = {
  none: 'Deze week is niemand jarig.',
  all: 'Toon alle verjaardagen',
  turns: (age: number) => `wordt ${age}`,
};

export const anniversaryTexts = {
  none: 'De komende drie maanden zijn er geen jubilarissen.',
  all: 'Alle jubilarissen',
  years: (years: number) => `${String(years).replace('.', ',')} jaar lid`,
};

export const attentionTexts = {
  tasks: 'Je taken',
  noTasks: 'Je hebt geen open taken.',
  calm: 'Er is niets dat niet kan wachten.',
  all: 'Toon alle taken',
  page: 'Alle taken',
  add: 'Nieuwe taak',
  look: 'Bekijken',
};

export const backupTexts = {
  verified: (when: string) => `De laatste nagekeken back-up is van ${when}.`,
  never: 'Er is nog geen back-up gemaakt en nagekeken.',
  how: 'Hoe je er elke dag een laat maken, staat in de handleiding onder Backups.',
};

export const figureTexts = {
  membership: {
    scope: 'Alleen spelende bondsleden',
    total: 'spelende leden',
    joined: 'nieuw dit seizoen',
    left: 'vertrokken dit seizoen',
    since: (day: string) => `Bij en af sinds ${day}.`,
    incomplete: (count: number) =>
      count === 1
        ? 'Onvolledig: 1 vertrokken lid zonder spelactiviteit is niet meegeteld.'
        : `Onvolledig: ${count} vertrokken leden zonder spelactiviteit zijn niet meegeteld.`,
    newcomers: 'Wie nieuw is',
    leavers: 'Wie vertrok',
  },
  vog: {
    notRequested: 'aan te vragen',
    requested: 'in afwachting',
    expiring: 'verloopt binnen 30 dagen',
    page: 'Naar VOG',
    scope: 'Vrijwilligers die een VOG nodig hebben',
  },
};

export const shortageTexts = {
  none: 'De komende 30 dagen is er geen dienst met een vrije plek.',
  total: (places: number, shifts: number) =>
    `${places === 1 ? '1 open plek' : `${places} open plekken`} in ${shifts === 1 ? '1 dienst' : `${shifts} diensten`}`,
  page: 'Alle diensten',
  filled: (filled: number, needed: number) => `${filled} van ${needed} bezet`,
};

export const matchTexts = {
  tabs: 'Welk programma',
  club: 'Hele club',
  all: (count: number) => `Toon alle ${count} wedstrijden`,
  none: 'Geen wedstrijden in de komende zeven dagen.',
  unknown: 'We weten niet welke wedstrijden er zijn.',
  cancelled: 'Afgelast',
  cancelledUnknown: 'Of er wedstrijden van de club zijn afgelast, kon niet worden opgehaald.',
  cancelledTitle: (count: number) =>
    count === 1 ? 'Er is een wedstrijd afgelast' : `Er zijn ${count} wedstrijden afgelast`,
  home: 'Thuis',
  away: 'Uit',
  pair: (home: string, visitors: string) => `${home} – ${visitors}`,
  rooms: 'Kleedkamers:',
  room: { home: 'thuis', away: 'uit', referee: 'scheidsrechter' },
  notFilledIn: 'Nog niet ingevuld',
  fetched: (when: string) => `Opgehaald ${when}`,
  neverFetched: 'Nog niet opgehaald',
};

export const teamTexts = {
  players: (count: number) => (count === 1 ? '1 speler' : `${count} spelers`),
  staff: (count: number) => (count === 1 ? '1 begeleider' : `${count} begeleiders`),
  training: (day: string, start: string, end: string) => `${day} ${start} – ${end}`,
  noTraining: 'Deze week geen training',
  noSchedule: 'De club heeft nog geen trainingsschema.',
  schedule: 'Trainingsschema',
  days: ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'],
};

export const overviewTexts = {
  subtitle: 'Zo staat de club er voor jou voor.',
  stats: {
    people: 'Leden',
    teams: 'Teams',
    committees: 'Commissies',
    volunteers: 'Vrijwilligers',
    vog: 'VOG aan te vragen',
    vogRequested: 'VOG in afwachting',
    todos: 'Open taken',
    awaiting: 'Wacht op een ander',
    feedback: 'Open feedback',
  },
  figures: 'In cijfers',
  birthdays: 'Verjaardagen',
  noBirthdays: 'De komende twee weken is niemand jarig.',
  recent: 'Laatst gewijzigd',
  noRecent: 'Je ziet nog niemand.',
  contacted: 'Laatst gesproken',
  noContacted: 'Wie je een activiteit geeft, komt hier te staan.',
  favorites: 'Favorieten',
  noFavorites: 'Geef iemand een ster, dan staat die hier.',
};
