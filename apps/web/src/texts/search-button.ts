export const searchButtonTexts = {
  open: 'Zoeken',
  title: 'Zoeken in Clubhuis',
};
