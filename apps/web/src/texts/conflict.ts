/** What is said when two people changed the same thing. */
export const conflictTexts = {
  title: 'Iemand was je voor',
  by: (who: string, when: string) =>
    who === ''
      ? `Dit is intussen gewijzigd (${when}).`
      : `${who} heeft dit intussen gewijzigd (${when}).`,
  choose: 'Kies wat er moet blijven staan. De rest van wat je typte, wordt gewoon opgeslagen.',
  mine: 'Wat jij typte',
  theirs: 'Wat er nu staat',
  removed: 'Verwijderd',
  empty: 'Leeg',
  yes: 'Ja',
  no: 'Nee',
  content: 'Tekst',
  status: 'Stand',
  visibility: 'Voor wie',
  person: (id: number) => `Persoon ${id}`,
  user: (id: number) => `Gebruiker ${id}`,
  author: 'Wie de taak maakte',
  save: 'Keuze opslaan',
  back: 'Terug naar mijn tekst',
};
