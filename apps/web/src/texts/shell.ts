export const shellTexts = {
  skipToContent: 'Naar de inhoud',
  navigation: 'Hoofdmenu',
  openNavigation: 'Menu openen',
  people: 'Leden',
  settings: 'Instellingen',
  userMenu: (name: string) => `Gebruikersmenu van ${name}`,
  theme: 'Thema',
  themes: { light: 'Licht', dark: 'Donker', auto: 'Systeem' },
  signOut: 'Uitloggen',
  newVersion: 'Er is een nieuwe versie van Clubhuis.',
  reload: 'Vernieuwen',
  demo: 'Dit is een demo: alle gegevens zijn verzonnen.',
};
