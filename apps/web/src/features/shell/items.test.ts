import { describe, expect, it } from 'vitest';

import type { Rights } from '@/api/capabilities';

import { mayOpen, navigation, navigationFor, type NavigationGroup } from './items';

const user: Rights = { is_admin: false, capabilities: [] };
const treasurer: Rights = { is_admin: false, capabilities: ['financieel'] };
const administrator: Rights = { is_admin: true, capabilities: ['manage_options'] };

const menu: readonly NavigationGroup[] = [
  {
    label: 'Club',
    items: [
      { label: 'Leden', to: '/leden', icon: 'users' },
      { label: 'Facturen', to: '/teams', icon: 'users', capability: 'financieel' },
    ],
  },
  {
    label: 'Geld',
    items: [{ label: 'Contributie', to: '/commissies', icon: 'users', capability: 'financieel' }],
  },
];

describe('the menu', () => {
  it.each([
    ['a plain user', user, { Club: ['Leden'] }],
    ['the treasurer', treasurer, { Club: ['Leden', 'Facturen'], Geld: ['Contributie'] }],
    ['an administrator', administrator, { Club: ['Leden', 'Facturen'], Geld: ['Contributie'] }],
  ])('has what %s may open, and no empty group', (_who, me, want) => {
    const got = navigationFor(me, menu).map(({ label, items }) => [
      label,
      items.map((item) => item.label),
    ]);
    expect(Object.fromEntries(got)).toEqual(want);
  });

  it.each([
    [user, '/leden', true],
    [user, '/teams', false],
    [user, '/teams/12', false],
    [user, '/teamsport', true],
    [treasurer, '/teams/12', true],
    [administrator, '/commissies', true],
    [user, '/nergens', true],
  ])('guards the addresses below an item: %# %j at %s', (me, pathname, want) => {
    expect(mayOpen(me, pathname, menu)).toBe(want);
  });

  it('has every address once', () => {
    const addresses = navigation.flatMap(({ items }) => items).map(({ to }) => to);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
