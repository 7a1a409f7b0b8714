/** Who the club is: a page of the settings, and a step of the first start. */
export const clubTexts = {
  title: 'De club',
  intro:
    'Zo heet de club overal: boven de pagina, in mails, op facturen, op de betaalpagina en in agenda’s.',
  name: 'Naam van de club',
  colour: 'Kleur',
  colourHint: 'In mails, op facturen en op de betaalpagina. Leeg laten kan.',
  given: 'Dit is op de server ingesteld (--club-name) en kan hier niet worden veranderd.',
  logo: 'Logo',
  logoIntro:
    'Op facturen en in QR-codes. De penningmeester kan bij Financiën een ander logo voor facturen kiezen.',
  logoAlt: 'Het logo van de club',
  chooseLogo: 'Logo kiezen',
  removeLogo: 'Logo weghalen',
  sender: 'Afzender van mail',
  senderIntro:
    'Van dit adres komen alle mails. De mailserver moet namens dit adres mogen versturen.',
  senderName: 'Naam van de afzender',
  senderNameHint: 'Leeg: de naam van de club.',
  senderEmail: 'E-mailadres van de afzender',
  senderGiven: 'Dit is op de server ingesteld (--mail-from) en kan hier niet worden veranderd.',
};

/** How a new installation begins. */
export const firstStartTexts = {
  title: 'Welkom bij Clubhuis',
  intro: 'Maak een account voor de eerste beheerder. Daarna stel je de club in.',
  useless: 'Dit adres werkt niet',
  signIn: 'Naar aanmelden',
  displayName: 'Je naam',
  displayNameMissing: 'Vul je naam in.',
  username: 'Gebruikersnaam',
  usernameHint: 'Zonder spaties. Hiermee meld je je aan.',
  usernameMissing: 'Kies een gebruikersnaam.',
  email: 'E-mailadres',
  emailMissing: 'Vul je e-mailadres in.',
  password: 'Wachtwoord',
  repeat: 'Wachtwoord nogmaals',
  submit: 'Beheerder maken',
  failed: 'De beheerder is niet gemaakt',
  clubTitle: 'Stel de club in',
  nextTitle: 'Hoe komen de leden erin?',
  nextIntro: 'Je kunt dit ook later doen, en ze door elkaar gebruiken.',
  sync: 'Uit Sportlink Club',
  syncHint:
    'Het programma clubsync houdt de leden gelijk met de administratie van de bond. Maak er eerst een account voor.',
  fromFile: 'Uit een bestand of het oude systeem',
  fromFileHint: 'Lees een lijst uit Excel in, of haal alles over uit het systeem van hiervoor.',
  byHand: 'Met de hand',
  byHandHint: 'Voeg zelf het eerste lid toe.',
};
