/** Where a user is chosen by name. */
export const userTexts = {
  placeholder: 'Naam van een gebruiker',
  typeMore: 'Typ minstens twee letters.',
  chooseFromList: 'Kies een gebruiker uit de lijst.',
  nobody: 'Geen gebruiker gevonden.',
  failed: 'Zoeken lukt nu niet.',
  mention: 'Noem iemand (@)',
  mentionWho: 'Wie wil je noemen?',
};
