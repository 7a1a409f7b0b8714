export const dateTexts = {
  since: (date: string) => `sinds ${date}`,
  until: (date: string) => `tot en met ${date}`,
};
