import type { ImportOutcome, PeopleImport } from '@/api/types';

const rows = (count: number) => (count === 1 ? '1 rij' : `${String(count)} rijen`);
const people = (count: number) => (count === 1 ? '1 persoon' : `${String(count)} personen`);

const outcomes: Record<ImportOutcome, string> = {
  new: 'Nieuw',
  changed: 'Gewijzigd',
  unchanged: 'Ongewijzigd',
  refused: 'Geweigerd',
};

const states: Record<PeopleImport['state'], string> = {
  draft: 'Nog niet overgenomen',
  applying: 'Wordt overgenomen',
  applied: 'Overgenomen',
  undoing: 'Wordt teruggedraaid',
  undone: 'Teruggedraaid',
};

export const importTexts = {
  title: 'Personen importeren',
  intro:
    'Neem leden en andere personen over uit een Excelbestand (.xlsx) of een CSV-bestand. Je ziet eerst wat er verandert. Daarna kun je het nog 30 dagen terugdraaien.',
  drop: 'Sleep een bestand hierheen',
  choose: 'Bestand kiezen',
  limits: 'Hooguit 10 MB en 25.000 rijen. De eerste rij zegt wat er in elke kolom staat.',
  reading: 'Het bestand wordt gelezen…',
  oneFile: 'Kies één bestand tegelijk.',
  earlier: 'Eerder geïmporteerd',
  none: 'Er is nog niets geïmporteerd.',
  about: (one: PeopleImport, at: string) =>
    `${rows(one.total)}, ${at}${one.user_name === '' ? '' : `, door ${one.user_name}`}`,
  open: (file: string) => `${file} bekijken`,
  look: 'Bekijken',
  back: 'Alle imports',
  states,
  columns: 'Kolommen',
  columnsIntro:
    'Kies bij elke kolom wat erin staat. Clubhuis onthoudt je keuze voor de volgende keer.',
  column: 'Kolom',
  sample: 'Voorbeeld',
  field: 'Wat het is',
  fieldOf: (heading: string) => `Wat staat er in ${heading}?`,
  leaveOut: 'Overslaan',
  unnamed: (index: number) => `Kolom ${String(index + 1)}`,
  preview: 'Wat er verandert',
  previewIntro: 'Er is nog niets gewijzigd. Geweigerde rijen worden overgeslagen.',
  results: 'Wat er is gebeurd',
  resultsIntro: (until: string) => `Terugdraaien kan tot ${until}.`,
  resultsLate: 'Terugdraaien kan niet meer.',
  filter: 'Welke rijen',
  all: 'Alle',
  outcomes,
  count: (label: string, count: number) => `${label} (${String(count)})`,
  row: (number: number) => `Rij ${String(number)}`,
  nobody: 'Zonder naam',
  change: (label: string, from: string, to: string) =>
    from === '' ? `${label}: ${to}` : `${label}: ${from} → ${to === '' ? 'leeg' : to}`,
  kept: (labels: string) => `Beheert de bond en blijft zoals het is: ${labels}.`,
  noRows: 'Hier zijn geen rijen van.',
  apply: 'Overnemen',
  applyTitle: (file: string) => `${file} overnemen?`,
  applyMessage: (fresh: number, changed: number) =>
    `${people(fresh)} nieuw, ${people(changed)} gewijzigd. Je kunt het nog 30 dagen terugdraaien.`,
  nothingToApply: 'Dit bestand verandert niets.',
  begun: 'Het overnemen is begonnen.',
  progress: (done: number, total: number) => `${String(done)} van ${rows(total)}`,
  working: 'Je kunt deze pagina verlaten: het gaat vanzelf verder.',
  undo: 'Alles terugdraaien',
  undoTitle: (file: string) => `${file} terugdraaien?`,
  undoMessage:
    'Nieuwe personen gaan naar de prullenbak, gewijzigde worden weer wat ze waren. ' +
    'Wie daarna is gewijzigd, blijft zoals die is. ' +
    'Nieuwe personen die intussen bijvoorbeeld een factuur, een notitie of een account hebben, blijven ook staan.',
  undoBegun: 'Het terugdraaien is begonnen.',
  undoRow: 'Terugdraaien',
  undoRowOf: (name: string) => `${name} terugdraaien`,
  undone: 'Teruggedraaid',
  rowUndone: (name: string) => `${name} is teruggedraaid.`,
  summary: (undone: number, left: number) =>
    `${people(undone)} teruggedraaid${left === 0 ? '.' : `, ${people(left)} niet.`}`,
  discard: 'Weggooien',
  discardTitle: (file: string) => `${file} weggooien?`,
  discardMessage: 'Er is nog niets van overgenomen.',
  discarded: (file: string) => `${file} is weggegooid.`,
};
