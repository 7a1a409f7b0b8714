/** How somebody is reached. */
export const reachableTexts = {
  title: 'Bereikbaar',
  own: 'Zelf',
  nothingOfParent: 'Niets bekend.',
  whatsapp: (name: string) => `WhatsApp naar ${name}`,
  route: 'Route',
  routeTo: (address: string) => `Route naar ${address}`,
};
