export const errorTexts = {
  connection: {
    title: 'Geen verbinding',
    message: 'Clubhuis is nu niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  },
  unexpected: {
    title: 'Onverwacht antwoord',
    message: 'De server gaf een antwoord dat Clubhuis niet begrijpt. Probeer het zo nog eens.',
  },
  server: {
    title: 'Er ging iets mis',
    message: 'Er ging iets mis op de server. Probeer het zo nog eens.',
  },
  refused: { title: 'Dat lukt niet', message: 'De server kon dit niet uitvoeren.' },
  fields: 'Controleer de gemarkeerde velden.',
  noAccess: {
    title: 'Geen toegang',
    message:
      'Je hebt geen rechten om dit te bekijken. Denk je dat dit niet klopt, vraag het dan aan een beheerder van je club.',
  },
  notFound: {
    title: 'Niet gevonden',
    message: 'Deze pagina bestaat niet, of bestaat niet meer.',
  },
  crash: {
    title: 'Deze pagina liep vast',
    message: 'Dat is een fout in Clubhuis, niet van jou. Laad de pagina opnieuw om verder te gaan.',
    reload: 'Pagina opnieuw laden',
  },
  toPeople: 'Naar de ledenlijst',
  offline: 'Je bent offline. Wat je ziet kan verouderd zijn; opslaan lukt pas weer met verbinding.',
};
