const reasons: Partial<Record<string, string>> = {
  code: 'zelfde relatiecode',
  email: 'zelfde e-mailadres',
  phone: 'zelfde telefoonnummer',
  birthdate: 'zelfde geboortedatum',
  address: 'zelfde adres',
  name: 'zelfde naam',
  similar_name: 'naam lijkt erop',
};

const fields: Partial<Record<string, string>> = {
  first_name: 'Voornaam',
  infix: 'Tussenvoegsel',
  last_name: 'Achternaam',
  nickname: 'Roepnaam',
  gender: 'Geslacht',
  pronouns: 'Voornaamwoorden',
  birthdate: 'Geboortedatum',
  former_member: 'Oud-lid',
  'lid-sinds': 'Lid sinds',
  'lid-tot': 'Lid tot',
  leeftijdsgroep: 'Leeftijdsgroep',
  'type-lid': 'Type lid',
  spelactiviteit: 'Spelactiviteit',
  'datum-vog': 'VOG-datum',
  'datum-foto': 'Datum foto',
  'datum-overlijden': 'Overleden op',
  'financiele-blokkade': 'Financiële blokkade',
  isparent: 'Ouder',
  _exclude_from_contributie: 'Betaalt geen contributie',
  'factuur-adres': 'Factuuradres',
  'factuur-email': 'E-mailadres voor facturen',
  'factuur-referentie': 'Referentie op facturen',
};

/** What the provider that collects contributions says of a year. */
const nikki: Partial<Record<string, string>> = {
  total: 'bedrag',
  saldo: 'nog open',
  status: 'status',
};

function nikkiField(key: string): string | undefined {
  const [, year = '', part = ''] = /^_nikki_(\d+)_(\w+)$/.exec(key) ?? [];
  const name = nikki[part];
  return name && `Contributiedienst ${year}: ${name}`;
}

export const duplicateTexts = {
  title: 'Dubbelen',
  intro:
    'Personen die waarschijnlijk dezelfde zijn. Voeg ze samen, of zeg dat het er echt twee zijn.',
  empty: 'Niemand lijkt dubbel te staan.',
  pair: (a: string, b: string) => `${a} en ${b}`,
  reasons: (list: readonly string[]) => list.map((one) => reasons[one] ?? one).join(', '),
  dismiss: 'Niet dubbel',
  dismissThing: (pair: string) => `${pair} zijn niet dubbel`,
  dismissed: (pair: string) => `${pair} staan niet meer in de lijst.`,
  merge: 'Samenvoegen',
  mergeThing: (pair: string) => `${pair} samenvoegen`,
  stays: 'Wie blijft staan',
  person: (name: string, id: number) => `${name} (nummer ${String(id)})`,
  explain:
    'Wat er over de ander is vastgelegd, gaat mee: notities, taken, mails, facturen, diensten, relaties. De ander gaat naar de prullenbak. Dit kun je niet in één keer terugdraaien.',
  choose: 'Kies per gegeven wat klopt',
  noDifference: 'Er is niets om te kiezen.',
  field: (key: string) => fields[key] ?? nikkiField(key) ?? key,
  nothing: 'leeg',
  yes: 'Ja',
  no: 'Nee',
  merged: (name: string) => `${name} staat er nog één keer.`,
};
