/** How to reach somebody, or a team. */
export const contactTexts = {
  title: 'Contactgegevens',
  empty: 'Nog geen contactgegevens.',
  type: 'Soort',
  label: 'Van wie?',
  value: 'Adres of nummer',
  more: 'Van wie is dit?',
  add: 'Contactgegeven toevoegen',
  remove: (row: number) => `Contactgegeven ${row} verwijderen`,
  row: (row: number) => `Contactgegeven ${row}`,
  change: (value: string) => `${value} wijzigen`,
  emailInvalid: 'Dit is geen e-mailadres. Schrijf bijvoorbeeld jan@voorbeeld.nl.',
  phoneInvalid: 'Dit is geen telefoonnummer.',
  phoneDigits: 'Een Nederlands nummer heeft tien cijfers. Er ontbreekt iets, of er staat te veel.',
  phoneForeign: 'Een nummer uit het buitenland? Zet dan + en het landnummer ervoor.',
  phoneOdd: 'Bellen lukt alleen met het nummer zelf. De rest kan bij “Van wie?”.',
  websiteOdd: 'Een webadres begint met https:// of www.',
  postcodeInvalid:
    'Een Nederlandse postcode is 1234 AB. Woont deze persoon in het buitenland? Vul dan het land in.',
};
