export const undoTexts = {
  undo: 'Ongedaan maken',
  keys: 'Ctrl+Z',
  done: 'Ongedaan gemaakt.',
  /** Some stay as they are; they are named below it. */
  partly: (undone: number) =>
    undone === 0 ? 'Dit kon niet ongedaan worden gemaakt:' : 'Ongedaan gemaakt, behalve:',
  leftOut: (name: string, reason: string) => (name === '' ? reason : `${name}: ${reason}`),
  more: (count: number) => (count === 1 ? 'en nog 1.' : `en nog ${count}.`),
};

export const trashTexts = {
  title: 'Prullenbak',
  intro:
    'Verwijderde personen blijven hier 30 dagen. Wie je terugzet, krijgt zijn relaties, teams en labels terug. Daarna zijn de gegevens echt weg.',
  empty: 'De prullenbak is leeg.',
  restore: 'Terugzetten',
  restoreThing: (name: string) => `${name} terugzetten`,
  restored: (name: string) => `${name} is teruggezet.`,
  about: (deleted: string, by: string) =>
    by === '' ? `Verwijderd op ${deleted}` : `Verwijderd op ${deleted} door ${by}`,
  daysLeft: (days: number) => (days === 1 ? 'nog 1 dag' : `nog ${days} dagen`),
};
