/** The start page: what somebody can do, in the order in which it is offered. */
export const startTexts = {
  title: (name: string) => `Welkom, ${name}`,
  menu: 'Wat kan ik hier?',
  subtitle: 'Dit kun je in Clubhuis doen.',
  nobody: 'Je ziet nog niemand',
  nobodyMessage:
    'De club bepaalt wie je ziet. Een beheerder kan je een team of leeftijdsgroep geven, iemand kan een persoon met je delen, en wie je zelf toevoegt zie je altijd.',
  empty: 'De club is nog leeg',
  emptyMessage: 'Zo begin je. Alles kan later nog anders.',
  mentions: 'Hier ben je genoemd',
  mentionsHint: 'Wie je noemde in een notitie of activiteit. Na een maand verdwijnt het hier.',
  mention: (author: string, type: 'activity' | 'note') =>
    `${author || 'Iemand'} noemde je in een ${type === 'note' ? 'notitie' : 'activiteit'}`,
  hiddenMention: 'Wat er staat mag je niet meer zien.',
  offers: {
    self: ['Je eigen gegevens', 'Kijk na wat de club van je weet.'],
    people: ['Leden', 'Zoek iemand op en kijk hoe je die bereikt.'],
    members: ['Ledenadministratie', 'Houd de gegevens van iedereen bij.'],
    matches: [
      'Wedstrijden',
      'Zie op het dashboard welke wedstrijden er zijn en wat er afgelast is.',
    ],
    certificates: ['VOG', 'Zie bij welke vrijwilligers de VOG ontbreekt of verloopt.'],
    volunteers: ['Diensten', 'Plan wie er wanneer iets doet voor de club.'],
    fees: ['Contributie', 'Zie wat leden dit seizoen betalen, en waarom.'],
    invoices: ['Facturen', 'Volg wat er openstaat en boek wat er betaald is.'],
    cases: ['Tuchtzaken', 'Bekijk de tuchtzaken van een seizoen.'],
    finance: ['Financiële blokkade', 'Zet of verwijder een blokkade op de pagina van een lid.'],
    teams: ['Teams', 'Bekijk en beheer teams en hun spelers.'],
    groups: ['Teams', 'De teams die de club je geeft, en die je zelf maakt.'],
    committees: ['Commissies', 'Wie er in welke commissie zit.'],
    anniversaries: ['Jubilarissen', 'Zie wie er dit jaar een jubileum heeft.'],
    todos: ['Taken', 'Schrijf op wat er moet gebeuren. De toets t doet dat overal.'],
    access: ['Toegang', 'Bepaal welke teams en leeftijdsgroepen een gebruiker ziet.'],
    users: ['Gebruikers', 'Geef collega’s een account en een rol.'],
    rights: ['Rechten', 'Bepaal wat een rol mag.'],
    account: ['Je account', 'Je wachtwoord en waar je bent aangemeld.'],
  } satisfies Record<string, [string, string]>,
  steps: {
    synchronize: [
      'Haal je leden op',
      'Het programma clubsync brengt ze over uit de ledenadministratie; de handleiding zegt hoe.',
    ],
    add: ['Of voeg zelf iemand toe', 'Met de knop Nieuwe persoon bij Leden.'],
    groups: ['Maak teams en commissies', 'Daarna zet je er mensen in.'],
    users: ['Nodig collega’s uit', 'Geef ze een rol die bij hun taak past.'],
  } satisfies Record<string, [string, string]>,
};
