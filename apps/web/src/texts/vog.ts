import { formatNumber } from '@/lib/numbers';

const people = (count: number) =>
  count === 1 ? '1 vrijwilliger' : `${formatNumber(count)} vrijwilligers`;

export const vogTexts = {
  title: 'VOG',
  tabs: { overview: 'Overzicht', soon: 'Binnenkort', settings: 'Instellingen' },
  waiting: (count: number) =>
    count === 0 ? 'Iedereen heeft een geldige VOG' : `${people(count)} zonder geldige VOG`,
  expiring: (count: number) =>
    count === 0 ? 'Geen VOG verloopt binnenkort' : `De VOG van ${people(count)} verloopt`,

  steps: 'Stappen',
  /** How far somebody is. */
  stepNames: {
    '': 'Iedereen',
    aanschrijven: 'Nog aan te schrijven',
    aangeschreven: 'Aangeschreven',
    aangevraagd: 'Aangevraagd bij Justis',
  },
  stepHints: {
    '': 'Zonder geldige VOG',
    aanschrijven: 'Stuur een mail',
    aangeschreven: 'Vraag aan bij Justis',
    aangevraagd: 'Wacht op de VOG',
  },

  type: 'Soort',
  types: { nieuw: 'Nieuw', vernieuwing: 'Vernieuwing' },
  reminder: 'Herinnering',
  reminders: { sent: 'Verstuurd', not_sent: 'Niet verstuurd' },
  all: 'Alle',
  within: 'Verloopt binnen',
  days: (count: string) => `${count} dagen`,
  export: 'Exporteren',

  list: 'Vrijwilligers zonder geldige VOG',
  soonList: 'Vrijwilligers van wie de VOG verloopt',
  columns: {
    name: 'Naam',
    type: 'Soort',
    date: 'VOG van',
    validUntil: 'Geldig tot',
    mailed: 'Mail',
    submitted: 'Justis',
    reminded: 'Herinnering',
    history: 'Mails',
  },
  until: (date: string) => `geldig tot ${date}`,
  short: {
    mailed: (date: string) => `mail ${date}`,
    submitted: (date: string) => `Justis ${date}`,
    reminded: (date: string) => `herinnerd ${date}`,
  },
  pages: 'Pagina’s van de lijst',

  empty: 'Niemand hoeft een VOG aan te vragen',
  emptyHint: 'Elke vrijwilliger van wie de club een VOG vraagt, heeft er een die geldig is.',
  none: 'Niemand gevonden',
  noneHint: 'Kies een andere stap of wis de filters.',
  clear: 'Filters wissen',
  soonEmpty: 'Geen VOG verloopt binnenkort',
  soonEmptyHint: 'Kijk verder vooruit met een langere termijn.',

  selection: 'Geselecteerde vrijwilligers',
  selected: (count: number) => `${formatNumber(count)} geselecteerd`,
  deeds: {
    send: {
      action: 'Mail sturen',
      title: (count: number) => `Mail sturen naar ${people(count)}?`,
      message:
        'Wie nog nooit een VOG had, krijgt de mail voor een nieuwe; de anderen die voor een vernieuwing.',
      start: 'Versturen',
      done: (count: number) => `${formatNumber(count)} verstuurd.`,
    },
    remind: {
      action: 'Herinneren',
      title: (count: number) => `${people(count)} herinneren?`,
      message:
        'Stuur een herinnering als iemand na een week nog niets liet horen. Niemand krijgt op één dag twee keer dezelfde mail.',
      start: 'Herinnering versturen',
      done: (count: number) => `${formatNumber(count)} herinnerd.`,
    },
    submit: {
      action: 'Aangevraagd bij Justis',
      title: (count: number) => `${people(count)} aangevraagd bij Justis?`,
      message:
        'Noteer dat je de aanvraag vandaag bij Justis hebt ingediend. Er gaat geen mail uit.',
      start: 'Noteren',
      done: (count: number) => `${formatNumber(count)} genoteerd.`,
    },
  },
  progress: 'Voortgang',
  progressOf: (done: number, total: number) => `${formatNumber(done)} van ${formatNumber(total)}`,
  failures: (count: number) =>
    count === 1 ? '1 lukte niet' : `${formatNumber(count)} lukten niet`,
  stopped: 'Niet alles is gedaan',
  keepFailed: 'Wat niet lukte, blijft geselecteerd.',

  historyOf: (name: string) => `Mails over de VOG aan ${name}`,
  noHistory: 'Er is nog geen mail over de VOG verstuurd.',
  by: (name: string, date: string) => `${date}, door ${name}`,

  settings: {
    sender: 'Afzender',
    senderIntro:
      'De mails komen van het adres van de club. Antwoorden gaan naar het adres hieronder.',
    name: 'Naam van de afzender',
    nameHint: 'Leeg: de naam van de club.',
    email: 'Antwoorden naar',
    emailHint: 'Leeg: het gewone adres van de club.',
    texts: 'Teksten',
    textsIntro: 'Maak een tekst leeg om de oorspronkelijke terug te krijgen.',
    template_new: 'Nieuwe VOG',
    template_renewal: 'VOG vernieuwen',
    reminder_template_new: 'Herinnering, nieuwe VOG',
    reminder_template_renewal: 'Herinnering, VOG vernieuwen',
    placeholders: 'Dit vullen we voor je in',
    meanings: {
      '{first_name}': 'voornaam',
      '{previous_vog_date}': 'datum van de vorige VOG',
      '{email_sent_date}': 'datum van de mail',
      '{justis_date}': 'datum van de aanvraag bij Justis',
    },
    preview: 'Voorbeeld',
    previewTitle: 'Voorbeeld van de mail',
    previewFor: 'Voor wie?',
    previewHint:
      'Kies iemand: dan zie je de mail zoals die persoon hem krijgt. Er wordt niets verstuurd.',
    subject: 'Onderwerp',
    exempt: 'Vrijgestelde commissies',
    exemptIntro: 'Voor werk in deze commissies is geen VOG nodig.',
    exemptBy: 'Een beheerder kan dit wijzigen.',
    noExempt: 'Geen commissie is vrijgesteld.',
    unknown: (id: string) => `Commissie ${id}`,
  },
};
