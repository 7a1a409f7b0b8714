import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { administersMembers, can, capabilities } from './capabilities';

it('knows the capabilities of the server, and no others', () => {
  const source = readFileSync(new URL('../../../../core/access/role.go', import.meta.url), 'utf8');
  const served = [...source.matchAll(/\bCapability\s+= "(\w+)"/g)].map(([, name]) => name);
  expect([...capabilities].sort()).toEqual(served.sort());
});

it('opens a section to one of several capabilities', () => {
  const me = { is_admin: false, capabilities: ['vog'] };
  expect(can(me, 'financieel', 'vog')).toBe(true);
  expect(can(me, 'financieel')).toBe(false);
  expect(can({ is_admin: true, capabilities: [] }, 'financieel')).toBe(true);
});

describe('who administers members', () => {
  it.each([
    ['an administrator', { is_admin: true, capabilities: [] }, true],
    [
      'the members’ administration',
      { is_admin: false, capabilities: ['vog', 'ledenadministratie'] },
      true,
    ],
    ['the synchronization', { is_admin: false, capabilities: ['synchronisatie'] }, true],
    ['another section', { is_admin: false, capabilities: ['vog', 'financieel'] }, false],
    ['a plain user', { is_admin: false, capabilities: [] }, false],
    ['nobody', null, false],
    ['nobody yet', undefined, false],
  ])('%s', (_name, me, want) => {
    expect(administersMembers(me)).toBe(want);
  });
});
