import type { Person, PersonFields } from '@/api/types';

/** The fields that have a place on the page. */
const placed: ReadonlySet<string> = new Set<string>([
  'first_name',
  'infix',
  'last_name',
  'nickname',
  'gender',
  'pronouns',
  'birthdate',
  'birth_year',
  'is_deceased',
  'datum-overlijden',
  'contact_info',
  'addresses',
  'work_history',
  'relationships',
  'photo_gallery',
  'former_member',
  'assoc-id',
  'lid-sinds',
  'lid-tot',
  'leeftijdsgroep',
  'type-lid',
  'spelactiviteit',
  'helpdesk-id',
  'datum-foto',
  'datum-vog',
  'financiele-blokkade',
  'huidig-vrijwilliger',
  'vog_email_sent_date',
  'vog_justis_submitted_date',
  'vog_reminder_sent_date',
  '_visibility',
  '_assigned_workspaces',
] satisfies (keyof PersonFields)[]);

/** Whatever else a person carries, by its name and as it was sent: what it means is not for this page to guess. */
export const otherFields = ({ acf, meta }: Pick<Person, 'acf' | 'meta'>): [string, string][] =>
  [...Object.entries(acf), ...Object.entries(meta)]
    .filter(([key]) => !placed.has(key))
    .map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value, null, 1),
    ]);
