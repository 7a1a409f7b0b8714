export const trainingTexts = {
  title: 'Trainingsschema',
  week: (number: number, from: string, to: string) => `Week ${number}: ${from} tot en met ${to}`,
  previousWeek: 'Vorige week',
  nextWeek: 'Volgende week',
  thisWeek: 'Deze week',
  team: 'Team',
  allTeams: 'Alle teams',
  pitch: 'Veld',
  allPitches: 'Alle velden',
  days: ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag'],
  time: (start: string, end: string) => `${start} – ${end}`,
  noTeam: 'Zonder team',
  unknownTeam: (id: number) => `Team ${id}`,
  none: 'Geen training',
  empty: 'Er staat nog geen training in het schema',
  emptyKeeper: 'Maak eerst de velden, en voeg dan trainingen toe.',
  emptyReader: 'Er is geen training voor jouw teams.',
  nothing: 'Geen training gevonden',
  nothingHint: 'Kies een andere week, of wis de filters.',
  clear: 'Filters wissen',

  clashes: (count: number) =>
    count === 1 ? '1 training botst deze week' : `${count} trainingen botsen deze week`,
  clashesHint: 'Er is dan meer dan één training op hetzelfde veld.',
  clash: 'Botst',
  cancelled: 'Vervalt',

  add: 'Training toevoegen',
  addAt: (pitch: string, day: string) => `Training toevoegen op ${pitch}, ${day}`,
  open: (who: string, when: string) => `${who}, ${when}: wijzigen`,
  pitches: 'Velden',
  copy: 'Kopieer vorig seizoen',
  print: 'Afdrukken',

  form: {
    new: 'Training toevoegen',
    edit: 'Training wijzigen',
    day: 'Dag',
    start: 'Van',
    end: 'Tot',
    pitch: 'Veld',
    teams: 'Teams',
    teamsEmpty: 'Geen team met die naam',
    label: 'Omschrijving',
    labelExample: 'Keeperstraining',
    labelHint: 'Alleen te zien voor wie het schema bijhoudt.',
    from: 'Vanaf',
    until: 'Tot en met',
    cancelled: 'Vervalt op',
    cancel: (day: string) => `Vervalt op ${day}`,
    cancelOther: 'Een andere dag',
    addDay: 'Toevoegen',
    restore: (day: string) => `${day} gaat toch door`,
    notThatDay: 'Op die dag is er geen training.',
    required: 'Vul dit in.',
    save: 'Opslaan',
    add: 'Toevoegen',
    saved: 'Het schema is gewijzigd.',
    clashes: (count: number) =>
      count === 1 ? 'Let op: botst met een andere training.' : `Let op: botst met ${count} andere.`,
    remove: 'Verwijderen',
    removeTitle: 'Training verwijderen?',
    removeMessage: 'De training verdwijnt voor alle weken. Dit kan niet ongedaan worden gemaakt.',
    removed: 'De training is verwijderd.',
  },

  pitchDialog: {
    title: 'Velden',
    empty: 'Er zijn nog geen velden.',
    name: 'Naam van het veld',
    new: 'Nieuw veld',
    add: 'Toevoegen',
    rename: (name: string) => `Naam van ${name} opslaan`,
    save: 'Opslaan',
    remove: (name: string) => `${name} verwijderen`,
  },

  copyDialog: {
    title: 'Schema kopiëren',
    season: 'Naar seizoen',
    hint: (from: string) =>
      `De trainingen van ${from} komen ook in het gekozen seizoen. Wat er al staat, blijft staan; dagen waarop een training verviel, gaan niet mee.`,
    submit: 'Kopiëren',
    copied: (count: number) =>
      count === 0
        ? 'Er was niets te kopiëren.'
        : count === 1
          ? '1 training is gekopieerd.'
          : `${count} trainingen zijn gekopieerd.`,
  },
};
