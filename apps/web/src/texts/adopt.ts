/** About records that nobody of the members' administration vouched for. */
export const adoptTexts = {
  title: 'Nog niet van de ledenadministratie',
  message:
    'Iemand buiten de ledenadministratie heeft dit ingevoerd. De synchronisatie laat het met rust: er komen geen gegevens van de bond bij en er gaat niets naar de bond.',
  action: 'Overnemen',
  question: (name: string) => `${name} overnemen?`,
  consequence:
    'De synchronisatie kan dit daarna aanvullen met gegevens van de bond, en wijzigingen gaan terug naar de bond. Wie het invoerde, blijft alles ervan zien. Controleer daarom eerst of het klopt.',
  done: (name: string) => `${name} hoort nu bij de ledenadministratie.`,
};
