/** The page of what waits for the treasurer. */
export const reviewTexts = {
  title: 'Te bekijken',
  subtitle: 'Wat op de penningmeester wacht',
  back: 'Alle facturen',
  payments: 'Betalingen',
  paymentsHint:
    'Dit geld is geboekt, maar past niet bij wat was gevraagd. Kijk of je iets moet terugbetalen.',
  noPayments: 'Geen betalingen om te bekijken',
  noPaymentsHint: 'Wat binnenkwam, klopt met wat was gevraagd.',
  received: (amount: string, on: string) => `${amount} ontvangen op ${on}`,
  overpaid: (amount: string) => `${amount} te veel betaald`,
  open: (amount: string) => `${amount} nog open`,
  markOne: (number: string) => `Betaling van ${number} is bekeken`,
  unreachable: 'Niet te bereiken',
  unreachableHint:
    'Deze facturen staan open, maar er is geen e-mailadres. Herinneringen gaan daarom niet weg. Vul een adres in bij het lid.',
  allReached: 'Iedereen met een open factuur heeft een e-mailadres',
  due: (on: string) => (on === '' ? '' : `te betalen voor ${on}`),
};
