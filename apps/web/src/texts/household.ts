/** Who lives together. */
export const householdTexts = {
  title: 'Huishouden',
  how: (together: boolean, related: boolean) =>
    [together ? 'zelfde adres' : 'ander adres', related ? 'relatie' : '']
      .filter(Boolean)
      .join(', '),
};
