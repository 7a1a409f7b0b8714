export const notificationTexts = {
  title: 'Meldingen',
  intro: 'Wanneer je hoort wat anderen in Clubhuis doen.',
  mail: 'Mail mij',
  mailHint: 'Zonder dit vinkje stuurt Clubhuis je geen meldingen.',
  time: 'Dagoverzicht om',
  timeHint: 'In stappen van vijf minuten.',
  mentions: 'Als iemand mij noemt in een activiteit of notitie',
  choices: {
    immediate: 'Meteen een mail',
    digest: 'Bij het dagoverzicht',
    never: 'Geen bericht',
  },
  feedback: 'Mail mij wat er met mijn feedback gebeurt',
  save: 'Opslaan',
};
