import { describe, expect, it } from 'vitest';

import type { RosterEntry } from '@/api/types';

import { gather, leadersFirst, mayChangeRoster, sortFormer, usualTitles } from './roster';

const role = (entry: Partial<RosterEntry>): RosterEntry => ({
  id: 1,
  name: '',
  first_name: '',
  last_name: '',
  thumbnail: '',
  labels: [],
  former_member: false,
  job_title: '',
  start_date: '',
  end_date: '',
  role: 'player',
  birthdate: '',
  'datum-vog': '',
  vog_required: false,
  contact_info: [],
  parents: [],
  ...entry,
});

describe('a roster', () => {
  it('names everybody once, with all roles, by family name', () => {
    const people = gather([
      role({ id: 1, last_name: 'Vries', job_title: 'Keeper', start_date: '2025-07-01' }),
      role({ id: 2, last_name: 'Aalst', job_title: '' }),
      role({ id: 1, last_name: 'Vries', job_title: 'Aanvaller', start_date: '2024-07-01' }),
    ]);
    expect(people.map(({ id }) => id)).toEqual([2, 1]);
    expect(people[1]).toMatchObject({ titles: ['Keeper', 'Aanvaller'], since: '2024-07-01' });
  });

  it('of the past starts with who left last', () => {
    const former = sortFormer([
      role({ id: 1, end_date: '2020-06-30' }),
      role({ id: 2, end_date: '2024-06-30' }),
    ]);
    expect(former.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('names trainers first, then leaders', () => {
    const titles = ['Verzorger', 'Assistent-trainer', 'Leider', 'Trainer', 'Grensrechter'];
    const staff = titles.map((job_title) => ({ job_title }));
    expect(leadersFirst(staff).map(({ job_title }) => job_title)).toEqual([
      'Trainer',
      'Leider',
      'Assistent-trainer',
      'Verzorger',
      'Grensrechter',
    ]);
  });

  it('offers the titles that are usual in the team first', () => {
    const titles = usualTitles(
      [
        role({ job_title: 'Keeper' }),
        role({ job_title: 'Speler' }),
        role({ job_title: 'Speler' }),
        role({ job_title: 'Trainer', role: 'staff' }),
      ],
      'player',
    );
    expect(titles).toEqual(['Speler', 'Keeper', 'Teamspeler']);
  });
});

describe('who is put in a group and taken out of it', () => {
  const as = (...capabilities: string[]) => ({ id: 1, is_admin: false, capabilities });
  const group = { author: 9, allowed: { edit: true } };

  it('is up to who administers members', () => {
    expect(mayChangeRoster(as('ledenadministratie'), { author: 9, allowed: { edit: false } })).toBe(
      true,
    );
    expect(mayChangeRoster({ ...as(), is_admin: true }, group)).toBe(true);
  });

  it('is not up to who keeps teams and may change nobody in them', () => {
    expect(mayChangeRoster(as('teams'), group)).toBe(false);
    expect(mayChangeRoster(undefined, { author: 9 })).toBe(false);
  });

  it('is up to who made the group, or has it in a workspace', () => {
    expect(mayChangeRoster(as('teams'), { ...group, author: 1 })).toBe(true);
    expect(mayChangeRoster(as(), group)).toBe(true);
    expect(mayChangeRoster(as(), { author: 9, allowed: { edit: false } })).toBe(false);
  });
});
