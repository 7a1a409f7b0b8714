export const calendarTexts = {
  title: 'Agenda',
  intro:
    'Zet Clubhuis in de agenda op je telefoon of computer. Wat er in de club verandert, verandert dan ook daar; hoe vaak je agenda kijkt, bepaalt de agenda zelf.',
  which: 'Welke agenda?',
  kinds: {
    birthdays: 'Verjaardagen',
    tasks: 'Mijn taken',
    shifts: 'Mijn diensten',
    matches: 'Wedstrijden van mijn teams',
    training: 'Trainingen van mijn teams',
  },
  workspace: (name: string) => `Verjaardagen in ${name}`,
  address: 'Adres',
  copy: 'Adres kopiëren',
  copied: 'Het adres is gekopieerd.',
  open: 'In mijn agenda zetten',
  code: 'QR-code met het adres van deze agenda',
  scan: 'Scan de code met de camera van je telefoon. Die vraagt of je je op de agenda wilt abonneren.',
  secretTitle: 'Een adres is geheim',
  secret:
    'Wie het adres heeft, kan meelezen zonder aan te melden. Deel het niet. Is het toch bij een ander terechtgekomen, maak dan een nieuw adres.',
  renew: 'Nieuw adres maken',
  renewTitle: 'Nieuw adres maken?',
  renewMessage:
    'Alle agenda’s van Clubhuis die je nu ergens hebt staan, werken daarna niet meer. Je voegt ze met het nieuwe adres opnieuw toe.',
};
