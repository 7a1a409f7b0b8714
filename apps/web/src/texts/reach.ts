/** How somebody is reached. */
export const reachTexts = {
  title: 'Bereikbaar',
  own: 'Zelf',
  parents: 'Via de ouders',
  parent: 'Ouder',
  nothing: 'Geen telefoonnummer of e-mailadres bekend.',
  nothingOfParent: 'Niets bekend.',
  whatsapp: (name: string) => `WhatsApp naar ${name}`,
  call: (name: string) => `${name} bellen`,
  mail: (name: string) => `${name} mailen`,
  route: 'Route',
  routeTo: (address: string) => `Route naar ${address}`,
};
