/** How to reach somebody, or a team. */
export const contactTexts = {
  title: 'Contactgegevens',
  empty: 'Nog geen contactgegevens.',
  type: 'Soort',
  label: 'Omschrijving',
  value: 'Gegeven',
  add: 'Contactgegeven toevoegen',
  remove: (row: number) => `Contactgegeven ${row} verwijderen`,
  row: (row: number) => `Contactgegeven ${row}`,
};
