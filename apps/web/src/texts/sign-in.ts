export const signInTexts = {
  title: 'Aanmelden',
  username: 'Gebruikersnaam of e-mailadres',
  password: 'Wachtwoord',
  submit: 'Aanmelden',
  usernameMissing: 'Vul je gebruikersnaam in.',
  passwordMissing: 'Vul je wachtwoord in.',
  failed: 'Aanmelden lukt niet',
  invalid: 'Gebruikersnaam of wachtwoord is onjuist.',
  tooMany: (wait: string) => `Te veel mislukte pogingen. Wacht ${wait} en probeer het dan opnieuw.`,
  seconds: (count: number) => (count === 1 ? '1 seconde' : `${count} seconden`),
  minutes: (count: number) => (count === 1 ? '1 minuut' : `${count} minuten`),
  aWhile: 'even',
  help: 'Wachtwoord kwijt? Een beheerder van je club kan je verder helpen.',
};

/** When the session ended while the page was open. */
export const signInAgainTexts = {
  title: 'Meld je opnieuw aan',
  message: 'Je bent afgemeld omdat je lang niets deed. Meld je aan; wat je typte staat er nog.',
  leave: 'Naar de aanmeldpagina',
};
