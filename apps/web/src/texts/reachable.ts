/** How somebody is reached. */
export const reachableTexts = {
  title: 'Bereikbaar',
  own: 'Zelf',
  nothingOfParent: 'Niets bekend.',
  suppressed: (emails: readonly string[]) =>
    `Naar ${emails.join(' en ')} gaat geen mail meer: eerdere mail kwam terug of werd als ongewenst gemeld.`,
  whatsapp: (name: string) => `WhatsApp naar ${name}`,
  route: 'Route',
  routeTo: (address: string) => `Route naar ${address}`,
};
