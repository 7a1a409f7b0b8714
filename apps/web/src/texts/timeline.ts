import type { ActivityType } from '@/api/types';

/** The tabs of a person's page. */
export const personTabTexts = {
  label: 'Onderdelen',
  profile: 'Profiel',
  timeline: 'Tijdlijn',
  cases: 'Tuchtzaken',
  todos: 'Taken',
  share: 'Delen',
  changes: 'Wijzigingen',
};

/** How members read the types of activities. */
export const activityTypeTexts: Record<ActivityType, string> = {
  email: 'E-mail',
  chat: 'Chat',
  call: 'Telefoon',
  video: 'Videogesprek',
  meeting: 'Vergadering',
  coffee: 'Koffie',
  lunch: 'Lunch',
  dinner: 'Diner',
  note: 'Overig',
  financial_block_change: 'Financiële blokkade',
};

export const timelineTexts = {
  add: { activity: 'Activiteit vastleggen', note: 'Notitie schrijven' },
  edit: { activity: 'Activiteit bewerken', note: 'Notitie bewerken' },
  save: 'Opslaan',
  type: 'Soort',
  date: 'Datum',
  time: 'Tijd',
  content: { activity: 'Wat was er?', note: 'Notitie' },
  shared: 'Ook voor anderen die deze persoon mogen zien, en voor de persoon zelf',
  privateHint: 'Zonder dit vinkje zie alleen jij deze notitie, ook beheerders niet.',
  filter: 'Toon',
  kinds: { all: 'Alles', activity: 'Activiteiten', note: 'Notities', todo: 'Taken', email: 'Mail' },
  openMail: 'Tekst tonen',
  closeMail: 'Tekst verbergen',
  note: 'Notitie',
  privateNote: 'Alleen voor jou',
  todo: 'Taak',
  by: (author: string, created: string) => `${author} · ${created}`,
  withWhom: 'Deelnemers',
  addParticipant: 'Deelnemer toevoegen',
  removeParticipant: (name: string) => `${name} weghalen`,
  participantsLoading: 'Namen worden opgehaald…',
  participants: (count: number) => (count === 1 ? 'met 1 deelnemer' : `met ${count} deelnemers`),
  actions: (what: string) => `Acties bij ${what}`,
  change: 'Bewerken',
  remove: 'Verwijderen',
  removeTitle: 'Verwijderen?',
  removeMessage: 'Dit verdwijnt van de tijdlijn en komt niet terug.',
  removed: 'Verwijderd.',
  empty: 'Er staat nog niets op de tijdlijn',
  emptyHint: 'Leg een telefoontje, gesprek of mail vast, dan weten anderen het ook.',
  gone: 'Dit staat niet meer op de tijdlijn: iemand heeft het verwijderd. Kopieer je tekst voor je sluit.',
  loading: 'De tekstverwerker komt eraan…',
};

/** What the controls of the editor are called. */
export const editorTexts = {
  boldControlLabel: 'Vet',
  italicControlLabel: 'Cursief',
  underlineControlLabel: 'Onderstrepen',
  strikeControlLabel: 'Doorhalen',
  bulletListControlLabel: 'Opsomming',
  orderedListControlLabel: 'Genummerde lijst',
  blockquoteControlLabel: 'Citaat',
  linkControlLabel: 'Link',
  unlinkControlLabel: 'Link weghalen',
  linkEditorInputLabel: 'Adres van de link',
  linkEditorInputPlaceholder: 'https://',
  linkEditorExternalLink: 'In een nieuw tabblad openen',
  linkEditorInternalLink: 'In hetzelfde tabblad openen',
  linkEditorSave: 'Opslaan',
};
