export const commonTexts = {
  moreActions: 'Meer acties',
  more: 'Toon meer',
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
  /** Somebody without a name. */
  unnamed: 'Naamloos',
  yes: 'Ja',
  no: 'Nee',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  saved: 'Opgeslagen',
  saving: 'Bezig met opslaan…',
  notSaved: 'Niet opgeslagen',
  draftKept: 'Wat je typte staat er nog als je daar terugkomt.',
  added: (thing: string) => `${thing} is toegevoegd.`,
  removed: (thing: string) => `${thing} is verwijderd.`,
  showAll: (count: number) => `Toon alle ${count}`,
  showFewer: 'Toon minder',
};

/** The question before what was typed is left. */
export const leaveTexts = {
  title: 'Nog niet opgeslagen',
  message: 'Je wijzigingen zijn nog niet opgeslagen.',
  save: 'Opslaan',
  drop: 'Niet opslaan',
  stay: 'Verder typen',
};
