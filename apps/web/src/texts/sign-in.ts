export const signInTexts = {
  title: 'Aanmelden',
  username: 'Gebruikersnaam of e-mailadres',
  password: 'Wachtwoord',
  code: 'Code uit je app',
  codeHint: 'Of een herstelcode, als je je telefoon niet hebt.',
  codeMissing: 'Vul de code in.',
  codeAsked: 'Je wachtwoord klopt. Vul nu ook de code uit je app in, of gebruik je passkey.',
  passkeyRefused: 'Deze passkey werkt niet. Probeer het opnieuw, of meld je aan met je wachtwoord.',
  passkeyExpired: 'Dit duurde te lang. Probeer het opnieuw.',
  wrongCode: 'Deze code klopt niet, of is al gebruikt. Wacht op de volgende.',
  submit: 'Aanmelden',
  usernameMissing: 'Vul je gebruikersnaam in.',
  passwordMissing: 'Vul je wachtwoord in.',
  failed: 'Aanmelden lukt niet',
  invalid: 'Gebruikersnaam of wachtwoord is onjuist.',
  tooMany: (wait: string) => `Te veel mislukte pogingen. Wacht ${wait} en probeer het dan opnieuw.`,
  seconds: (count: number) => (count === 1 ? '1 seconde' : `${count} seconden`),
  minutes: (count: number) => (count === 1 ? '1 minuut' : `${count} minuten`),
  aWhile: 'even',
  forgotten: 'Wachtwoord vergeten?',
};

/** When the session ended while the page was open. */
export const signInAgainTexts = {
  title: 'Meld je opnieuw aan',
  message: 'Je bent niet meer aangemeld. Meld je opnieuw aan; wat je typte staat er nog.',
  leave: 'Naar de aanmeldpagina',
};

/** For whoever forgot the password. */
export const forgottenTexts = {
  title: 'Wachtwoord vergeten',
  intro:
    'Vul je gebruikersnaam of e-mailadres in. Je krijgt een mail met een link om een nieuw wachtwoord in te stellen.',
  login: 'Gebruikersnaam of e-mailadres',
  loginMissing: 'Vul je gebruikersnaam of e-mailadres in.',
  submit: 'Stuur mij een link',
  failed: 'De link is niet aangevraagd',
  sentHint: 'Niets ontvangen? Kijk bij je ongewenste mail, of vraag het een beheerder van je club.',
  back: 'Terug naar aanmelden',
};

/** Where the link in the mail leads. */
export const newPasswordTexts = {
  title: 'Wachtwoord instellen',
  submit: 'Wachtwoord instellen',
  useless: 'Deze link werkt niet',
  another: 'Een nieuwe link aanvragen',
};
