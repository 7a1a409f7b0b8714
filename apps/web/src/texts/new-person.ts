/** What only the dialog for a new person says. */
export const newPersonTexts = {
  created: (name: string) => `${name} is toegevoegd.`,
  create: 'Toevoegen',
  createFields: {
    first_name: 'Voornaam',
    infix: 'Tussenvoegsel',
    last_name: 'Achternaam',
    birthdate: 'Geboortedatum',
    email: 'E-mail',
    mobile: 'Mobiel',
  },
  parents: {
    title: 'Ouders',
    who: 'Ouder',
    next: 'Nog een ouder',
    remove: (name: string) => `${name} weghalen`,
  },
  firstNameMissing: 'Vul een voornaam in.',
  twin: (name: string, about: string) =>
    about === '' ? `Er is al een ${name}.` : `Er is al een ${name} (${about}).`,
  openTwin: 'Openen',
  addAnyway: 'Toch toevoegen',
};
