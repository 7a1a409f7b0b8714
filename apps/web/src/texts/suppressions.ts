import type { Suppression } from '@/api/types';

const kinds: Record<Suppression['kind'], string> = {
  hard_bounce: 'Het adres bestaat niet',
  soft_bounce: 'De mail kon niet worden bezorgd',
  spam_complaint: 'Gemeld als ongewenste mail',
};

export const suppressionTexts = {
  title: 'Geblokkeerde adressen',
  intro:
    'Adressen waarvan de bezorgdienst mail terugkreeg. Naar een geblokkeerd adres gaat niets meer. Klopt het adres toch, of is het in orde gemaakt, haal het dan van de lijst.',
  empty: 'Alle mail komt aan.',
  blocked: 'Geblokkeerd',
  watched: 'Nog niet geblokkeerd',
  about: (kind: Suppression['kind'], at: string) => `${kinds[kind]}, ${at}`,
  lift: 'Deblokkeren',
  liftThing: (email: string) => `${email} deblokkeren`,
  liftTitle: (email: string) => `${email} deblokkeren?`,
  liftMessage:
    'Er gaat weer mail naar dit adres, en de taken om het na te kijken zijn klaar. Komt er weer mail terug, dan staat het hier opnieuw.',
  lifted: (email: string) => `Naar ${email} gaat weer mail.`,
};
