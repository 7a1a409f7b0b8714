export const numberTexts = {
  missing: 'Vul een getal in.',
};
