import { viewsButtonTexts } from './views-button';

export const viewTexts = {
  ...viewsButtonTexts,
  own: 'Mijn weergaven',
  none: 'Nog geen. Kies filters, volgorde en kolommen, en bewaar ze onder een naam.',
  failed: 'De weergaven zijn niet geladen.',
  close: 'Alle leden',
  save: 'Bewaren als weergave…',
  saveAgain: 'Bewaren als nieuwe weergave…',
  overwrite: (name: string) => `Wijzigingen bewaren in “${name}”`,
  restore: 'Wijzigingen vergeten',
  rename: 'Naam wijzigen…',
  remove: 'Verwijderen…',
  saveTitle: 'Weergave bewaren',
  renameTitle: 'Naam van de weergave',
  name: 'Naam',
  nameMissing: 'Vul een naam in.',
  nameHint:
    'Filters, zoekwoorden, volgorde en kolommen worden bewaard. Alleen jij ziet de weergave.',
  saved: (name: string) => `“${name}” is bewaard.`,
  notSaved: 'De weergave is niet bewaard',
  removeTitle: 'Weergave verwijderen?',
  removeMessage: (name: string) => `“${name}” verdwijnt uit je lijst. Met de leden gebeurt niets.`,
  removeConfirm: 'Verwijderen',
  removed: (name: string) => `“${name}” is verwijderd.`,
};
