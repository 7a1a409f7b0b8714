const roles = { owner: 'Eigenaar', admin: 'Beheerder', member: 'Lid', '': 'Geen lid' };

export const workspaceTexts = {
  title: 'Werkruimtes',
  subtitle: 'In een werkruimte zien en bewerken jij en anderen dezelfde personen en teams.',
  add: 'Nieuwe werkruimte',
  /** Begins like the whole. */
  addShort: 'Nieuw',
  empty: 'Je zit nog in geen werkruimte',
  emptyHint: 'Maak er een en nodig anderen uit, of vraag een collega om een uitnodiging.',
  others: 'Andere werkruimtes',
  othersHint:
    'Hiervan ben je geen lid. Als beheerder kun je ze wel wijzigen, overdragen en verwijderen.',
  members: (count: number) => (count === 1 ? '1 lid' : `${count} leden`),
  roles,
  name: 'Naam',
  nameMissing: 'Geef de werkruimte een naam.',
  description: 'Omschrijving',
  descriptionHint: 'Waar is de werkruimte voor?',
  created: (name: string) => `Werkruimte ${name} is gemaakt.`,
  edit: 'Bewerken',
  editTitle: 'Werkruimte bewerken',
  saved: 'De werkruimte is opgeslagen.',
  remove: 'Verwijderen',
  removeTitle: 'Werkruimte verwijderen?',
  removeMessage: (name: string) =>
    `De personen en teams in ${name} blijven bestaan. Ze gaan uit de werkruimte; wat in geen andere werkruimte staat, ziet ` +
    'daarna alleen nog wie er om een andere reden bij mag. Openstaande uitnodigingen vervallen. Dit kun je niet ongedaan maken.',
  removed: (name: string) => `Werkruimte ${name} is verwijderd.`,
  leave: 'Verlaten',
  leaveTitle: 'Werkruimte verlaten?',
  leaveMessage: (name: string) =>
    `Je ziet de personen en teams in ${name} daarna alleen nog als je ze om een andere reden mag zien.`,
  left: (name: string) => `Je hebt ${name} verlaten.`,
  membersTitle: 'Leden',
  you: 'jij',
  addMember: 'Lid toevoegen',
  memberAdded: (name: string) => `${name} is nu lid.`,
  since: (day: string) => `lid sinds ${day}`,
  roleOf: (name: string) => `Rol van ${name}`,
  handOver: 'Eigenaar maken',
  handOverTo: (name: string) => `${name} eigenaar maken`,
  handOverTitle: 'Werkruimte overdragen?',
  handOverMessage: (name: string, owner: string) =>
    `${name} wordt eigenaar en ${owner} wordt beheerder. Daarna draagt alleen ${name} de werkruimte over.`,
  handedOver: (name: string) => `${name} is nu eigenaar.`,
  removeMember: (name: string) => `${name} uit de werkruimte halen`,
  removeMemberTitle: 'Lid verwijderen?',
  removeMemberMessage: (name: string) =>
    `De personen en teams in deze werkruimte ziet ${name} daarna alleen nog als dat om een andere reden mag.`,
  removeMemberConfirm: 'Uit de werkruimte halen',
  memberRemoved: (name: string) => `${name} is geen lid meer.`,
  invitesTitle: 'Uitnodigingen',
  invite: 'Uitnodigen',
  inviteTitle: 'Iemand uitnodigen',
  email: 'E-mailadres',
  emailMissing: 'Vul een e-mailadres in.',
  role: 'Rol',
  roleHint: 'Een beheerder nodigt ook anderen uit en wijzigt de werkruimte.',
  inviteSent: (email: string) => `Er gaat een uitnodiging naar ${email}.`,
  inviteAbout: (role: string, until: string) => `${role} · geldig tot ${until}`,
  noInvites: 'Er staan geen uitnodigingen open.',
  revoke: 'Intrekken',
  revokeThing: (email: string) => `Uitnodiging aan ${email} intrekken`,
  revoked: (email: string) => `De uitnodiging aan ${email} is ingetrokken.`,
  peopleTitle: (count?: number) => (count ? `Personen (${count})` : 'Personen'),
  groupsTitle: (count?: number) =>
    count ? `Teams en commissies (${count})` : 'Teams en commissies',
  noGroups:
    'Hier staat nog geen team in. Zet de zichtbaarheid van een team op werkruimte en kies deze werkruimte.',
  noPeople:
    'Hier staat nog niemand in. Zet de zichtbaarheid van een persoon op werkruimte en kies deze werkruimte.',
};

export const audienceTexts = {
  workspaces: 'Werkruimtes',
  workspacesHint: 'De leden van deze werkruimtes zien en bewerken dit.',
  noWorkspaces: 'Je zit nog in geen werkruimte.',
  other: (id: number) => `Werkruimte ${id}`,
};

export const inviteTexts = {
  title: 'Uitnodiging',
  intro: (by: string, name: string, role: string) =>
    `${by} nodigt je uit voor de werkruimte ${name}, als ${role.toLowerCase()}.`,
  useless: 'Deze uitnodiging werkt niet',
  accept: 'Meedoen',
  signIn: 'Aanmelden om mee te doen',
  signInHint: (email: string) => `Er is al een account met ${email}. Meld je daarmee aan.`,
  otherAccount: (email: string) =>
    `De uitnodiging is voor ${email}. Je bent met een ander adres aangemeld.`,
  otherSignIn: 'Afmelden en verdergaan',
  register: 'Account maken en meedoen',
  registerHint: (email: string) => `Je meldt je straks aan met ${email}.`,
  displayName: 'Je naam',
  displayNameMissing: 'Vul je naam in.',
};
