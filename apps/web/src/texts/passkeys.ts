export const passkeyTexts = {
  title: 'Passkeys',
  intro:
    'Met een passkey meld je je aan met je vingerafdruk, je gezicht of de pincode van je apparaat, zonder wachtwoord. Hij staat op je telefoon, je computer of een beveiligingssleutel.',
  empty: 'Je hebt nog geen passkeys.',
  notHere:
    'Passkeys werken alleen als Clubhuis een eigen domeinnaam met https heeft. Vraag het een beheerder van je club.',
  unsupported: 'Deze browser kan geen passkeys maken.',
  add: 'Passkey toevoegen',
  addTitle: 'Passkey toevoegen',
  explain:
    'Geef de passkey een naam waaraan je hem herkent. Daarna vraagt je apparaat wie je bent.',
  name: 'Naam',
  namePlaceholder: 'Bijvoorbeeld: telefoon',
  nameMissing: 'Vul een naam in.',
  make: 'Verder',
  added: 'De passkey is toegevoegd.',
  madeAt: (time: string) => `Toegevoegd op ${time}`,
  usedAt: (time: string) => `Laatst gebruikt: ${time}`,
  never: 'nog niet',
  synced: 'Op meer apparaten',
  remove: 'Verwijderen',
  removeThing: (name: string) => `Passkey ${name} verwijderen`,
  removeTitle: (name: string) => `Passkey ${name} verwijderen?`,
  removeMessage:
    'Je kunt je er dan niet meer mee aanmelden. Verwijder hem ook op het apparaat zelf.',
  removed: 'De passkey is verwijderd.',
  stopped: 'Er is geen passkey gebruikt. Probeer het opnieuw.',
  known: 'Dit apparaat heeft al een passkey van jou.',
  signIn: 'Aanmelden met een passkey',
  instead: 'Passkey gebruiken',
  or: 'of',
};
