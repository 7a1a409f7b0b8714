import type { MemberSync } from '@/api/types';

const outcomes: Record<MemberSync['action'], (name: string) => string> = {
  created: (name) => `${name} is aangemaakt vanuit de ledenadministratie.`,
  updated: (name) => `${name} is bijgewerkt uit de ledenadministratie.`,
  skipped: (name) => `Er was niets veranderd aan ${name}.`,
};

export const memberSyncTexts = {
  action: 'Bijwerken uit ledenadministratie',
  busy: 'Bezig met bijwerken…',
  elapsed: (time: string) => `Al ${time} bezig.`,
  hint: 'Dit kan een paar minuten duren. Je kunt intussen verder werken: je krijgt hier bericht.',
  slow: 'Het duurt langer dan anders. Je kunt verder werken: je krijgt hier bericht.',
  outcomes,
  otherRecord: (id: number) => `De gegevens staan bij de persoon met nummer ${id}.`,
  failed: (name: string) => `${name} is niet bijgewerkt`,
  noAnswer:
    'Er kwam geen antwoord. Misschien gaat het bijwerken nog door: kijk over een paar minuten of de gegevens zijn veranderd.',
};
