export const viewsButtonTexts = {
  button: 'Weergaven',
  open: (name: string) => `Weergave: ${name}`,
  changed: 'gewijzigd',
};
