export const errorTexts = {
  connection: {
    title: 'Geen verbinding',
    message: 'Clubhuis is nu niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  },
  unexpected: {
    title: 'Onverwacht antwoord',
    message: 'De server gaf een antwoord dat Clubhuis niet begrijpt. Probeer het zo nog eens.',
  },
  otherUser: {
    title: 'Iemand anders is aangemeld',
    message:
      'In een ander tabblad is iemand anders aangemeld. Er is niets bewaard. Laad de pagina opnieuw, en meld je zo nodig weer aan.',
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
  /** Why a part of the page did not come. */
  lost: {
    asking: {
      title: 'Dit onderdeel laadt niet',
      message: 'We kijken wat er aan de hand is. Wat je typte staat er nog.',
    },
    offline: {
      title: 'Geen verbinding',
      message:
        'Je bent offline, daarom laadt dit onderdeel niet. Wat je typte staat er nog; met verbinding gaat het vanzelf verder.',
    },
    gone: {
      title: 'Clubhuis is niet bereikbaar',
      message:
        'Daarom laadt dit onderdeel niet. Wat je typte staat er nog; het gaat vanzelf verder als Clubhuis er weer is.',
    },
    new: {
      title: 'Er is een nieuwe versie',
      message: 'Vernieuw wanneer je klaar bent: daarna werkt dit onderdeel weer.',
    },
    unknown: {
      title: 'Dit onderdeel laadt niet',
      message: 'Probeer het nog eens. Wat je typte staat er nog.',
    },
  },
  partCrash: {
    title: 'Dit onderdeel liep vast',
    message: 'Dat is een fout in Clubhuis, niet van jou. De rest van de pagina werkt nog.',
  },
  toPeople: 'Naar de ledenlijst',
  offline: 'Je bent offline. Wat je ziet kan verouderd zijn; opslaan lukt pas weer met verbinding.',
};
