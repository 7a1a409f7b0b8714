/** What the page says about the club's financial settings, and about billing a season. */
export const financeTexts = {
  sender: {
    title: 'Afzender en betalen',
    intro: 'Dit staat op elke factuur en in elke mail over een factuur.',
    name: 'Naam van de organisatie',
    nameHint: 'Leeg is de naam van de club.',
    address: 'Adres',
    contact: 'E-mailadres voor antwoorden',
    bcc: 'Kopie van elke mail naar',
    iban: 'Rekeningnummer (IBAN)',
    term: 'Betaaltermijn in dagen',
    clause: 'Tekst onder de factuur',
    accent: 'Kleur',
    fee: 'Toeslag per termijn',
    reminders: 'Herinner aan facturen zonder termijnen (na 7 en 21 dagen)',
  },
  logo: {
    title: 'Logo op facturen',
    choose: 'Logo kiezen',
    remove: 'Logo weghalen',
    alt: 'Logo op facturen',
  },
  provider: {
    title: 'Betaaldienst',
    intro:
      'Met een sleutel van Mollie betalen leden online. De sleutel is hierna niet meer te lezen.',
    key: 'Sleutel van Mollie (API-key)',
    show: 'Sleutel laten zien',
    has: 'Er is een sleutel ingesteld. Vul alleen iets in om die te vervangen.',
    none: 'Er is nog geen sleutel. Leden betalen met een overboeking.',
    remove: 'Sleutel weghalen',
  },
  mails: {
    title: 'Teksten van mails',
    intro:
      'Wat tussen accolades staat, vult Clubhuis in. Maak een tekst leeg om de eerste terug te krijgen.',
    which: 'Mail',
    text: 'Tekst',
    person: 'Voorbeeld voor lid',
    preview: 'Voorbeeld bekijken',
    shown: 'Voorbeeld van de mail',
    places: 'Je kunt gebruiken',
    names: {
      email_template: 'Factuur voor tuchtzaken',
      membership_email_template: 'Factuur voor contributie',
      installment_email_template: 'Termijn',
      reminder_1_email_template: 'Herinnering aan een termijn',
      reminder_2_email_template: 'Tweede herinnering aan een termijn',
      invoice_reminder_1_email_template: 'Herinnering aan een factuur',
      invoice_reminder_2_email_template: 'Tweede herinnering aan een factuur',
      credit_email_template: 'Creditnota',
    },
  },
};

export const bulkTexts = {
  open: 'Facturen maken',
  title: (season: string) => `Facturen maken voor ${season}`,
  none: 'Er is niemand die nog een factuur moet krijgen.',
  plan: (count: number, amount: string) =>
    `${count === 1 ? 'Eén lid krijgt' : `${count} leden krijgen`} een factuur, samen ${amount}. Er wordt nog niets verstuurd.`,
  start: 'Facturen maken',
  running: (done: number, total: number) => `${done} van ${total} leden bekeken`,
  progress: 'Hoever het maken van facturen is',
  done: (created: number, skipped: number) =>
    `Klaar: ${created === 1 ? '1 factuur' : `${created} facturen`} gemaakt, ${skipped === 1 ? '1 lid' : `${skipped} leden`} overgeslagen.`,
  problems: 'Niet gelukt',
  failed: 'De facturen zijn niet gemaakt',
  member: 'Lid',
  category: 'Categorie',
  amount: 'Bedrag',
};
