export const erasureTexts = {
  title: (name: string) => `${name} wissen?`,
  intro: (due: string) =>
    `Deze persoon verdwijnt meteen uit alle lijsten. Tot ${due} kun je dat terugdraaien bij Instellingen. Daarna is alles hieronder echt weg.`,
  fates: {
    goes: 'Gaat weg',
    unnamed: 'Blijft, zonder deze persoon',
    stays: 'Blijft, met naam en adres',
  },
  elsewhere:
    'Wat in andere systemen staat, wis je daar zelf: de helpdesk, de mailinglijst, de betaaldienst en je eigen mailbox.',
  backups: 'In reservekopieën staan de gegevens nog ten hoogste een jaar. Die opent niemand.',
  refused: 'Wissen kan nu niet',
  confirm: 'Wissen over 30 dagen',
  planned: (name: string) => `${name} is uit alle lijsten, en wordt over 30 dagen gewist.`,
  list: {
    title: 'Gewiste personen',
    intro:
      'Wie vraagt om vergeten te worden, wis je op de pagina van de persoon, bij de drie puntjes. Hier zie je wie er nog gewist wordt, en draai je dat terug. Van wie gewist is blijft alleen een nummer.',
    empty: 'Er is nog niemand gewist.',
    gone: (person: number) => `Persoon ${person}`,
    states: {
      planned: 'wordt gewist',
      waiting: 'wacht op geld',
      withdrawn: 'teruggedraaid',
      destroyed: 'gewist',
    },
    waiting: (asked: string, due: string, open: readonly string[]) =>
      `Gevraagd op ${asked}. Zou op ${due} gewist worden, maar er staat nog geld open: ${open.join(', ')}. Handel dat af, of crediteer het. Dan wordt deze persoon de volgende nacht gewist.`,
    left: (asked: string, due: string) =>
      `Volgens de regels over oud-leden op ${asked}. Wordt gewist op ${due}.`,
    due: (asked: string, by: string, due: string) =>
      by === ''
        ? `Gevraagd op ${asked}. Wordt gewist op ${due}.`
        : `Gevraagd op ${asked} door ${by}. Wordt gewist op ${due}.`,
    withdrawn: (ended: string) => `Teruggedraaid op ${ended}.`,
    destroyed: (ended: string, count: number) =>
      `Gewist op ${ended}: ${count === 1 ? '1 gegeven' : `${count} gegevens`}.`,
    withdraw: 'Terugdraaien',
    withdrawThing: (name: string) => `Wissen van ${name} terugdraaien`,
    back: (name: string) => `${name} is terug.`,
  },
};
