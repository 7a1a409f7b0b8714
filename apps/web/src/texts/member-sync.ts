import type { MemberSync, MemberSyncState } from '@/api/types';

const outcomes: Record<MemberSync['action'], (name: string) => string> = {
  created: (name) => `${name} is aangemaakt vanuit de ledenadministratie.`,
  updated: (name) => `${name} is bijgewerkt uit de ledenadministratie.`,
  skipped: (name) => `Er was niets veranderd aan ${name}.`,
};

/** What it is doing; nothing for what is over. */
const states: Partial<Record<MemberSyncState, string>> = {
  queued: 'Wachten op een andere synchronisatie…',
  signing_in: 'Inloggen op de ledenadministratie…',
  reading: 'De pagina’s van het lid lezen…',
  writing: 'De gegevens hier bijwerken…',
};

export const memberSyncTexts = {
  states,
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
