import { describe, expect, it } from 'vitest';

import { administersMembers } from './capabilities';

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
