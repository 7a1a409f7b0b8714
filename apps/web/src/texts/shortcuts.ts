export const shortcutTexts = {
  title: 'Sneltoetsen',
  keys: [
    [['Ctrl', 'K'], 'Zoek in de hele club'],
    [['/'], 'Zoek in deze lijst'],
    [['t'], 'Nieuwe taak'],
    [['j', 'k'], 'Volgende en vorige regel of persoon'],
    [['x'], 'Selecteer deze regel'],
    [['Shift', 'x'], 'Selecteer alles tot en met deze regel'],
    [['↑', '↓', '←', '→'], 'Loop door de lijst, cel voor cel'],
    [['Enter'], 'Open deze regel'],
    [['?'], 'Toon dit overzicht'],
  ] satisfies [string[], string][],
  letters: 'Toetsen van één letter gebruiken',
  lettersHint: 'Zet dit uit als je de pagina met je stem bedient. Je vindt het terug in je menu.',
};
