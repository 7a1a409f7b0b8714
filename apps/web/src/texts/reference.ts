export const referenceTexts = {
  title: 'API-documentatie · Clubhuis',
  about: 'Over deze API',
  operations: 'Aanroepen',
};
