const people = (count: number) => (count === 1 ? '1 oud-lid' : `${count} oud-leden`);

const spared = {
  kept: (count: number) => `${people(count)}: bewaard door de club`,
  undated: (count: number) => `${people(count)}: zonder datum ‘lid tot’`,
  works: (count: number) => `${people(count)}: vanwege een taak in de club`,
  parent: (count: number) => `${people(count)}: als ouder van iemand die er nog is`,
  account: (count: number) => `${people(count)}: met een account dat nog werkt`,
};

export const leaverTexts = {
  title: 'Gegevens van oud-leden',
  intro:
    'De club bewaart van oud-leden niet meer dan nodig is. Eén keer per maand kijkt Clubhuis van wie er iets weg kan. Dat komt eerst per mail en staat dan hier. Stopt niemand het, dan wordt het op de genoemde dag gewist. In reservekopieën staan die gegevens daarna nog ten hoogste een jaar.',
  off: 'De regels staan uit: er wordt niets gewist.',
  on: 'De regels staan aan. Er wacht nu niets.',
  next: (day: string) => `Vanaf ${day} wordt er weer gekeken.`,
  tellsTo: (names: readonly string[]) =>
    names.length === 0
      ? 'Er is niemand die de mail kan krijgen. Zolang dat zo is, wordt er niets gewist.'
      : `De mail gaat naar ${names.join(', ')}.`,
  waiting: {
    title: (day: string, count: number) => `Op ${day} worden gegevens van ${people(count)} gewist`,
    mailed: (day: string) => `De mail hierover ging weg op ${day}.`,
    unmailed:
      'De mail hierover is nog niet verstuurd. Er wordt niets gewist voordat dat een week geleden gelukt is.',
    leftOut: (count: number) => `Van ${people(count)} gaat bij nader inzien niets weg.`,
    stop: 'Stoppen',
    stopTitle: 'Niets wissen?',
    stopMessage:
      'Wat nog niet gewist is, blijft. Over een maand komt er een nieuw voorstel. Moet iemand altijd blijven, kies dan Bewaren bij die persoon.',
    stopped: 'Gestopt. Er wordt niets meer gewist.',
  },
  rehearsal: {
    title: 'Wat deze regels nu zouden wissen',
    nothing: 'Niets: er is geen oud-lid van wie nu iets weg zou gaan.',
    count: (count: number) => `Van ${people(count)}:`,
    more: (count: number) => `En nog ${people(count)}.`,
    spared: 'Van deze oud-leden gaat nooit iets weg',
  },
  spared,
  /** What stands behind a kind of data. */
  counted: (title: string, count: number, done: number) =>
    done === 0 ? `${title}: ${count}` : `${title}: ${count}, waarvan ${done} gewist`,
  left: (day: string, what: readonly string[]) =>
    `${day === '' ? 'Geen oud-lid meer' : `Weg sinds ${day}`}. Gaat weg: ${what.join(', ')}.`,
  gone: (person: number) => `Persoon ${person}`,
  history: {
    title: 'Eerder',
    done: (day: string, count: number) => `Op ${day} gewist: gegevens van ${people(count)}`,
    stopped: (day: string, by: string) =>
      by === '' ? `Op ${day} gestopt` : `Op ${day} gestopt door ${by}`,
  },
  keep: {
    action: 'Bewaren',
    thing: (name: string) => `${name} bewaren`,
    title: (name: string) => `Alles van ${name} bewaren?`,
    intro: 'De regels laten deze persoon dan met rust, ook in wat al wacht.',
    reason: 'Waarom',
    hint: 'Bijvoorbeeld: erelid, of een lopende zaak.',
    done: (name: string) => `${name} wordt bewaard.`,
  },
  kept: {
    title: 'Wie de club bewaart',
    intro: 'Van deze oud-leden wordt niets gewist.',
    empty: 'Niemand. Kies Bewaren bij een oud-lid hierboven.',
    about: (reason: string, by: string, since: string) =>
      `${reason}. ${by === '' ? 'Sinds' : `Gekozen door ${by} op`} ${since}.`,
    letGo: 'Niet meer bewaren',
    letGoThing: (name: string) => `${name} niet meer bewaren`,
    letGoTitle: (name: string) => `${name} niet meer bewaren?`,
    letGoMessage: 'De regels gelden dan weer. Er wordt niets gewist zonder mail vooraf.',
    done: (name: string) => `De regels gelden weer voor ${name}.`,
  },
  rules: {
    title: 'Hoe lang bewaart de club wat?',
    intro:
      'Geteld vanaf de dag dat iemand wegging. De voorgestelde termijnen passen bij wat Nederlandse clubs doen. Naam, lidmaatschap en functies blijven tot de hele persoon weggaat. Facturen blijven zeven jaar in de boekhouding.',
    readOnly: 'Een beheerder kan dit wijzigen.',
    enabled: 'Gegevens van oud-leden wissen volgens deze regels',
    enabledHint: 'Staat dit uit, dan wordt er niets voorgesteld en niets gewist.',
    notice: 'Hoeveel dagen vooraf komt de mail?',
    noticeHint: '7 tot 90 dagen',
    months: (title: string) => `${title}: na hoeveel maanden`,
    after: (months: number) => (months === 1 ? 'maand' : 'maanden'),
    line: (title: string, months: number) =>
      months === 0
        ? `${title}: meteen`
        : `${title}: na ${months} ${months === 1 ? 'maand' : 'maanden'}`,
    neverLine: (title: string) => `${title}: blijft staan`,
  },
};
