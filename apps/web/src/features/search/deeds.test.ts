import { describe, expect, it } from 'vitest';

import type { Rights } from '@/api/capabilities';

import { deedsFor, deedsNamed } from './deeds';

const member: Rights = { is_admin: false, capabilities: [] };
const vog: Rights = { is_admin: false, capabilities: ['vog'] };

const names = (me: Rights, typed: string) =>
  deedsNamed(deedsFor(me), typed).map(({ label }) => label);

describe('what can be done from the search', () => {
  it('offers the usual before anything is typed', () => {
    expect(names(vog, '')).toEqual(['Nieuwe persoon', 'Vrijwilligers zonder VOG', 'Instellingen']);
  });

  it('leaves out what somebody has nothing to do with', () => {
    expect(names(member, '')).toEqual(['Nieuwe persoon', 'Instellingen']);
    expect(names(member, 'vog')).toEqual([]);
  });

  it('finds a deed by any of its words', () => {
    expect(names(vog, 'vog')).toEqual(['Vrijwilligers zonder VOG', 'VOG']);
    expect(names(member, 'mail')).toEqual(['Zonder e-mail']);
    expect(names(member, 'inst')).toEqual(['Instellingen']);
    expect(names(vog, 'vog vrij')).toEqual(['Vrijwilligers zonder VOG']);
    expect(names(member, 'j')).toEqual([]);
    expect(names(member, 'xqz')).toEqual([]);
  });
});
