export const secondFactorTexts = {
  title: 'Tweestapsverificatie',
  intro:
    'Bij het aanmelden vul je dan ook een code in die een app op je telefoon laat zien. Zo kan niemand binnen met alleen je wachtwoord.',
  off: 'Staat uit',
  passkeyAlone: 'Zonder app: je passkey is je tweede stap',
  on: (date: string) => `Staat aan sinds ${date}`,
  left: (count: number) =>
    count === 1 ? 'Er is nog 1 herstelcode over.' : `Er zijn nog ${count} herstelcodes over.`,
  none: 'Je hebt geen herstelcodes meer. Maak nieuwe, anders kom je er zonder telefoon niet in.',
  required: 'Voor jouw rol is dit verplicht.',
  turnOn: 'Aanzetten',
  otherPhone: 'Andere telefoon',
  turnOff: 'Uitzetten',
  turnOffTitle: 'Tweestapsverificatie uitzetten?',
  turnOffMessage: 'Je wachtwoord alleen is dan weer genoeg om je aan te melden.',
  turnOffBeside: 'Je meldt je dan aan met een passkey, of met je wachtwoord en een passkey.',
  turnedOff: 'Tweestapsverificatie staat uit.',
  renew: 'Nieuwe herstelcodes',
  renewTitle: 'Nieuwe herstelcodes maken?',
  renewMessage: 'De herstelcodes die je nu hebt, werken daarna niet meer.',
  scanTitle: 'Tweestapsverificatie aanzetten',
  otherTitle: 'Instellen op een andere telefoon',
  otherMessage:
    'Tot je klaar bent, werkt de vorige telefoon nog. Daarna gelden zijn codes en de oude herstelcodes niet meer.',
  scan: 'Scan deze code met een authenticator-app, zoals die van Google, Microsoft of 2FAS.',
  qr: 'QR-code voor de app',
  byHand: 'Lukt scannen niet? Typ dan dit in de app:',
  code: 'Code uit de app',
  codeHint: 'Zes cijfers. De app laat elke halve minuut een nieuwe zien.',
  codeMissing: 'Vul de code in.',
  confirm: 'Bevestigen',
  codesTitle: 'Bewaar je herstelcodes',
  codes:
    'Met een van deze codes meld je je aan als je je telefoon niet hebt. Elke code werkt één keer. Bewaar ze op een veilige plek; je ziet ze alleen nu.',
  saved: 'Ik heb ze bewaard',
  download: 'Downloaden',
  fileName: 'clubhuis-herstelcodes.txt',
};

/** Where whoever has such a role, and no second factor yet, comes first. */
export const mandatoryFactorTexts = {
  title: 'Nog één stap',
  intro: 'Je club vraagt voor jouw rol tweestapsverificatie. Stel die nu in; daarna kun je verder.',
  begin: 'Instellen met een app',
  beginPasskey: 'Instellen met een passkey',
  signOut: 'Afmelden',
};

/** For administrators. */
export const factorRuleTexts = {
  title: 'Tweestapsverificatie verplichten',
  intro:
    'Wie een van deze rollen heeft, stelt bij het eerstvolgende bezoek tweestapsverificatie in. Tot die tijd is al het andere dicht. Applicatiewachtwoorden die er al zijn, blijven werken: laat intrekken wat niet meer nodig is.',
  roles: 'Verplicht voor',
  none: 'Voor niemand verplicht',
  nothing: 'Geen rollen meer',
};
