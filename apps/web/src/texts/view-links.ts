/** The views of the people list in the menu. */
export const viewLinkTexts = {
  title: 'Weergaven van de leden',
  sharedBy: (name: string) => `Gedeeld door ${name}`,
  count: (count: number) => (count === 1 ? '1 persoon' : `${count} personen`),
};
