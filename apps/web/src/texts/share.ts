/** With whom a person or a team is shared. */
export const shareTexts = {
  action: 'Delen…',
  title: (name: string) => `${name} delen`,
  intro: {
    people:
      'Wie deze persoon beheert of er volgens zijn rol bij mag, ziet de gegevens al. Hier kies je wie er nog meer bij mag.',
    teams:
      'Wie de teams beheert of dit team kreeg toegewezen, ziet het al. Hier kies je wie er nog meer bij mag.',
    commissies: 'Wie de commissies beheert, ziet deze al. Hier kies je wie er nog meer bij mag.',
  },
  add: 'Delen met',
  list: 'Gedeeld met',
  nobody: 'Nog met niemand gedeeld.',
  permission: (name: string) => `Wat ${name} mag`,
  permissions: { view: 'Bekijken', edit: 'Bekijken en wijzigen' },
  revoke: (name: string) => `Niet meer delen met ${name}`,
  visibility: 'Zichtbaar voor',
  visibilities: {
    private: {
      label: 'Privé',
      description:
        'Niet voor werkruimtes. Alleen voor de maker, degenen met wie het is gedeeld, en wie er door een rol of een toegewezen team of leeftijdsgroep bij mag.',
    },
    shared: {
      label: 'Gedeeld',
      description: 'Hetzelfde als privé, met de aantekening dat je het met anderen deelt.',
    },
    workspace: {
      label: 'Werkruimte',
      description:
        'Ook voor de leden van de werkruimtes waar dit in staat: zij zien en wijzigen het.',
    },
  },
};
