export const dateTexts = {
  since: (date: string) => `sinds ${date}`,
  until: (date: string) => `tot en met ${date}`,
  placeholder: 'dag-maand-jaar',
  choose: (label: string) => `${label}: kies in de kalender`,
  /** What a screen reader hears of the calendar's arrows. */
  calendar: {
    nextMonth: 'Volgende maand',
    previousMonth: 'Vorige maand',
    nextYear: 'Volgend jaar',
    previousYear: 'Vorig jaar',
    nextDecade: 'Volgende tien jaar',
    previousDecade: 'Vorige tien jaar',
  },
  notADate: 'Dit is geen datum. Schrijf bijvoorbeeld 1-9-2026.',
  noSuchYear: (first: number, last: number) => `Kies een jaar van ${first} tot en met ${last}.`,
  endsTooSoon: 'Het einde ligt voor het begin.',
  inTheFuture: 'Deze dag moet nog komen.',
};
