export const shellTexts = {
  skipToContent: 'Naar de inhoud',
  navigation: 'Hoofdmenu',
  openNavigation: 'Menu openen',
  /** The headings of the menu. */
  groups: {
    club: 'Club',
    volunteers: 'Vrijwilligers',
    discipline: 'Fair play',
    money: 'Financiën',
  },
  dashboard: 'Dashboard',
  people: 'Leden',
  teams: 'Teams',
  training: 'Trainingsschema',
  anniversaries: 'Jubilarissen',
  shifts: 'Diensten',
  vog: 'VOG',
  committees: 'Commissies',
  todos: 'Taken',
  workspaces: 'Werkruimtes',
  cases: 'Tuchtzaken',
  fees: 'Contributie',
  invoices: 'Facturen',
  feedback: 'Feedback',
  settings: 'Instellingen',
  userMenu: (name: string) => `Gebruikersmenu van ${name}`,
  theme: 'Thema',
  themes: { light: 'Licht', dark: 'Donker', auto: 'Systeem' },
  signOut: 'Afmelden',
  newVersion: 'Er is een nieuwe versie van Clubhuis.',
  demo: 'Dit is een demo: alle gegevens zijn verzonnen.',
};

/** The question for the password before what decides who gets in. */
export const confirmPasswordTexts = {
  title: 'Bevestig dat jij het bent',
  message: 'Vul je wachtwoord in om door te gaan. Daarna vragen we het tien minuten niet meer.',
  submit: 'Bevestigen',
  wrong: 'Dit wachtwoord is onjuist.',
};
