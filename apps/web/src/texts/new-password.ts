/** The tick by which a new password takes along what else lets somebody in; apart, for the page of a link alone has it. */
export const revokeTexts = {
  hint: 'Kies dit als iemand anders misschien bij je account kon. Ook je agenda’s krijgen een nieuw adres.',
};
