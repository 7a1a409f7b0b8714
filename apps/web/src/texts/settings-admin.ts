/** What administrators arrange for everyone. */
export const relationshipTypeTexts = {
  title: 'Relatietypen',
  intro:
    'Wat mensen van elkaar kunnen zijn. Leg je vast dat Romy ouder is van Hidde, dan staat bij Romy vanzelf dat Hidde haar kind is.',
  add: 'Nieuw relatietype',
  edit: (name: string) => `${name} bewerken`,
  editTitle: 'Relatietype bewerken',
  remove: (name: string) => `${name} verwijderen`,
  removeTitle: (name: string) => `${name} verwijderen?`,
  removeMessage:
    'Dit kan alleen als niemand nog een relatie van dit type heeft. Wie in de prullenbak zit, telt niet mee.',
  removeConfirm: 'Verwijderen',
  removed: (name: string) => `${name} is verwijderd.`,
  empty: 'Er zijn nog geen relatietypen.',
  name: 'Naam',
  nameMissing: 'Vul een naam in.',
  inverse: 'Andersom',
  inverseHint: 'Wat de ander dan is. Kies het type zelf als het voor beiden hetzelfde is.',
  noInverse: 'Geen',
  inverseOf: (name: string) => `Andersom: ${name}`,
  sameBothWays: 'Voor beiden hetzelfde',
  noInverseShort: 'Andersom niets',
  genderDependent: 'Een andere vorm voor vrouwen en mannen',
  genderDependentHint: 'Bijvoorbeeld tante en oom: Clubhuis kiest de vorm die bij de persoon past.',
  woman: 'Vorm voor een vrouw',
  man: 'Vorm voor een man',
  formsLater: 'Sla dit type eerst op. Daarna kies je hier de twee vormen.',
  forms: (woman: string, man: string) => `Voor een vrouw: ${woman} · voor een man: ${man}`,
  byGender: 'Een vorm voor vrouwen en een voor mannen',
  restore: 'Standaardtypen terugzetten',
  restoreTitle: 'Standaardtypen terugzetten?',
  restoreMessage:
    'De standaardtypen krijgen hun oorspronkelijke naam en tegenovergestelde terug. Eigen typen blijven bestaan.',
};

export const volunteerTexts = {
  title: 'Vrijwilligers',
  intro:
    'Vrijwilliger is wie nu in een commissie zit, of in een team iets anders doet dan spelen. Hier stel je in wat daarvoor niet meetelt. Het geldt meteen voor iedereen.',
  player: 'Functies van spelers',
  playerHint: 'Wie in een team alleen zo’n functie heeft, is speler en geen vrijwilliger.',
  excluded: 'Functies die nooit meetellen',
  excludedHint: 'Bijvoorbeeld erelid of donateur: een titel, en geen taak.',
  exempt: 'Commissies die niet meetellen',
  exemptHint: 'Wie alleen hierin zit, is geen vrijwilliger.',
  nothing: 'Niets gevonden',
  gone: (id: string) => `Commissie ${id}`,
};

export const scopeTexts = {
  column: 'Toegang',
  title: (name: string) => `Toegang van ${name}`,
  intro:
    'Van deze teams en leeftijdsgroepen ziet deze gebruiker de leden, zonder ze te kunnen wijzigen. Oud-leden horen er niet bij.',
  tabIntro: 'Zoek een gebruiker en kies van welke teams en leeftijdsgroepen die de leden ziet.',
  who: 'Gebruiker',
  teams: 'Teams',
  ages: 'Leeftijdsgroepen',
  agesHint: 'Dit toont de leden van precies deze groep, en geen teams.',
  nothing: 'Niets gevonden',
};

export const rightsTexts = {
  title: 'Rechten',
  intro:
    'Wat de rollen mogen. Wie meer rollen heeft, mag alles bij elkaar. De beheerder mag altijd alles. Het geldt meteen voor iedereen die is aangemeld.',
  none: 'Geen rechten',
  nothing: 'Geen rechten meer te geven',
  wideTitle: 'Dit opent alle leden voor iedereen',
  wide: (rights: string) =>
    `Iedere gebruiker heeft de rol Gebruiker. Met ${rights} ziet en wijzigt dan iedereen die zich kan aanmelden alle leden van de club.`,
};

export const labelTexts = {
  title: 'Labels',
  intro: 'Labels groeperen personen naar eigen inzicht, bijvoorbeeld erelid of sponsor.',
  name: 'Naam van het label',
  namePlaceholder: 'Bijvoorbeeld: Sponsor',
  nameMissing: 'Vul een naam in.',
  create: 'Maken',
  empty: 'Er zijn nog geen labels.',
  rename: 'Hernoemen',
  renameThing: (name: string) => `${name} hernoemen`,
  renameTitle: 'Label hernoemen',
  remove: 'Verwijderen',
  removeThing: (name: string) => `${name} verwijderen`,
  removeTitle: (name: string) => `${name} verwijderen?`,
  removeMessage: 'Het label verdwijnt bij iedereen die het heeft. De personen blijven bestaan.',
  removed: (name: string) => `${name} is verwijderd.`,
};

export const accountTexts = {
  actions: (name: string) => `Acties voor ${name}`,
  column: 'Acties',
  add: 'Nieuw account',
  addTitle: 'Nieuw account',
  addTitleFor: (name: string) => `Account voor ${name}`,
  addIntro:
    'Het e-mailadres dat bij deze persoon staat, wordt dat van het account. In de welkomstmail staat een link om een wachtwoord in te stellen.',
  person: 'Wie',
  role: 'Rol',
  sendWelcome: 'Stuur de welkomstmail',
  create: 'Account maken',
  created: 'Het account is gemaakt.',
  resend: 'Welkomstmail sturen',
  resendConfirm: (name: string, email = 'het e-mailadres van het account') =>
    `${name} krijgt nog een keer de welkomstmail op ${email}, met een nieuwe link om een wachtwoord in te stellen.`,
  sent: 'De mail is onderweg.',
  roles: 'Rollen',
  rolesTitle: (name: string) => `Rollen van ${name}`,
  byHand: 'Met de hand gegeven',
  byFunction: 'Door functies in de club',
  byFunctionHint:
    'Deze rollen komen en gaan met de functie. Welke functie wat geeft, staat bij Functies.',
  because: (role: string, functions: string) => `${role}: ${functions}`,
  formerFunction: 'vroegere functie',
  changeEmail: 'E-mailadres wijzigen…',
  changeEmailTitle: (name: string) => `E-mailadres van ${name} wijzigen`,
  changeEmailIntro: (email: string) =>
    `Mail over het account gaat dan naar het nieuwe adres. Links om een wachtwoord in te stellen die naar ${email} zijn gestuurd, werken niet meer. Dat adres krijgt bericht dat er een ander is, maar niet welk. Wat bij de persoon staat, verandert niet.`,
  newEmail: 'Nieuw e-mailadres',
  emailMissing: 'Vul een e-mailadres in.',
  emailChanged: (email: string) => `Het e-mailadres is nu ${email}.`,
  link: 'Aan een persoon koppelen…',
  linkTitle: (name: string) => `Account van ${name} aan een persoon koppelen`,
  linkIntro:
    'De gebruiker ziet deze persoon dan als zichzelf, kan zich aanmelden voor diensten en krijgt de rollen die bij de functies van deze persoon horen.',
  linkSubmit: 'Koppelen',
  linked: (person: string) => `Het account is gekoppeld aan ${person}.`,
  unlink: 'Ontkoppelen',
  unlinkConfirm: (name: string, person: string) =>
    `Het account van ${name} hoort dan niet meer bij ${person}. De rollen door functies vervallen. Wat met de hand is gegeven blijft.`,
  unlinked: 'Het account is ontkoppeld.',
  block: 'Blokkeren',
  blockConfirm: (name: string) =>
    `${name} kan zich niet meer aanmelden en wordt overal afgemeld. Je kunt dit weer opheffen.`,
  blocked: 'Het account is geblokkeerd.',
  unblock: 'Blokkade opheffen',
  unblockConfirm: (name: string) => `${name} kan zich daarna weer aanmelden.`,
  unblocked: 'De blokkade is opgeheven.',
  reset: 'Wachtwoord laten vervallen',
  resetIntro: (name: string, email: string) =>
    `Het wachtwoord van ${name} werkt dan niet meer. ${name} wordt overal afgemeld en krijgt op ${email} een mail met een link om een nieuw wachtwoord in te stellen.`,
  revoke: 'Trek ook de applicatiewachtwoorden, de passkeys en het adres van de agenda’s in',
  resetDone: 'Het wachtwoord is vervallen. De mail is onderweg.',
  factor: 'Tweestapsverificatie uitzetten',
  factorConfirm: (name: string) =>
    `Doe dit alleen als ${name} de telefoon én de herstelcodes kwijt is, en je zeker weet dat hij of zij het vraagt. ${name} wordt overal afgemeld.`,
  factorDone: 'Tweestapsverificatie staat uit voor dit account.',
  hasFactor: 'Tweestaps',
  state: 'Status',
  remove: 'Account verwijderen',
  removeTitle: (name: string) => `Account van ${name} verwijderen`,
  removeIntro:
    'Leden worden nooit verwijderd. Wat deze gebruiker maakte, krijgt een andere eigenaar: leden, teams, commissies, taken en werkruimtes. Privénotities en alles wat alleen van het account was, verdwijnen. Dit kun je niet ongedaan maken.',
  heir: 'Draag alles over aan',
  removed: 'Het account is verwijderd.',
};

export const welcomeTexts = {
  title: 'Welkomstmail',
  intro:
    'Dit leest iemand die een account krijgt. Clubhuis zet er altijd een knop onder waarmee je een wachtwoord instelt.',
  subject: 'Onderwerp',
  body: 'Tekst',
  bodyHint: 'Wordt ingevuld: {{voornaam}}, {{naam}}, {{email}}, {{club}} en {{site_url}}.',
  auto: 'Stuur de mail meteen als een account wordt gemaakt',
};

export const functionTexts = {
  title: 'Functies',
  intro:
    'Welke rollen een functie in de club geeft. Wie de functie krijgt, krijgt de rollen, en wie haar neerlegt, verliest ze weer. Rollen die met de hand zijn gegeven, blijven.',
  empty: 'Nog geen enkele functie geeft rollen.',
  name: 'Functie',
  namePlaceholder: 'Bijvoorbeeld: Penningmeester',
  nameHint: 'Zoals de functie in de ledenadministratie heet.',
  nameMissing: 'Vul een functie in.',
  known: 'Deze functie staat er al.',
  add: 'Functie toevoegen',
  none: 'Geen rollen',
  nothing: 'Geen rollen meer te geven',
  remove: (name: string) => `${name} weghalen`,
};

export const userTexts = {
  title: 'Gebruikers',
  intro: 'Iedereen die zich bij Clubhuis kan aanmelden.',
  name: 'Naam',
  username: 'Gebruikersnaam',
  email: 'E-mail',
  roles: 'Rollen',
  registered: 'Sinds',
  lastActive: 'Laatst actief',
  never: 'Nog nooit',
  person: 'Persoon',
  blocked: 'Geblokkeerd',
  roleNames: {
    administrator: 'Beheerder',
    club_user: 'Gebruiker',
    club_bestuur: 'Bestuur',
    club_financieel: 'Financieel',
    club_fairplay: 'Fair play',
    club_toegangscontrole: 'Toegangscontrole',
    club_wedstrijdzaken: 'Wedstrijdzaken',
    club_jubilarissen: 'Jubilarissen',
    club_ledenadministratie: 'Ledenadministratie',
    club_vrijwilligers: 'Vrijwilligers',
    club_vog: 'VOG',
    club_teams: 'Teams',
    club_synchronisatie: 'Synchronisatie',
  } as Readonly<Record<string, string>>,
};

export const searchSettingsTexts = {
  title: 'Zoeken',
  intro:
    'Op naam, lidnummer, e-mailadres, telefoonnummer en adres vind je iedereen altijd. Kies waarin je nog meer wilt zoeken.',
  fields: 'Zoek ook in',
  names: {
    'helpdesk-id': 'Helpdesknummer',
    'type-lid': 'Type lid',
    leeftijdsgroep: 'Leeftijdsgroep',
    spelactiviteit: 'Spelactiviteit',
  } as Readonly<Record<string, string>>,
  own: 'Een eigen veld',
  ownHint: 'De naam van een veld dat een koppeling invult.',
  addOwn: 'Toevoegen',
};
