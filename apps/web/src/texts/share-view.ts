/** With whom a view of the people list is shared. */
export const shareViewTexts = {
  title: 'Weergave delen',
  message: (name: string) =>
    `Kies wie “${name}” ook in het menu ziet. Iedereen ziet er alleen de mensen die hij al mag zien.`,
  roles: 'Gedeeld met',
  nobody: 'Niemand: alleen jij',
  saved: (name: string) => `Je hebt bewaard met wie je “${name}” deelt.`,
  notSaved: 'Met wie je deelt is niet bewaard',
};
