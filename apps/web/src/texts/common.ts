export const commonTexts = {
  moreActions: 'Meer acties',
  product: 'Clubhuis',
  title: (page: string, club: string) => `${page} · ${club}`,
  save: 'Opslaan',
  cancel: 'Annuleren',
  close: 'Sluiten',
  edit: 'Bewerken',
  editThing: (thing: string) => `${thing} bewerken`,
  retry: 'Opnieuw proberen',
  reload: 'Vernieuwen',
  loading: 'Bezig met laden…',
  empty: '–',
  yes: 'Ja',
  no: 'Nee',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  saved: 'Opgeslagen',
  saving: 'Bezig met opslaan…',
  notSaved: 'Niet opgeslagen',
  draftKept: 'Wat je typte staat er nog als je daar terugkomt.',
  showAll: (count: number) => `Toon alle ${count}`,
  showFewer: 'Toon minder',
};

/** The question before what was typed is left. */
export const leaveTexts = {
  title: 'Nog niet opgeslagen',
  message: 'Je wijzigingen zijn nog niet opgeslagen.',
  save: 'Opslaan',
  drop: 'Weggaan zonder opslaan',
  stay: 'Verder typen',
};
