import { expect, test } from 'vitest';

import type { AuditEntry } from '@/api/types';

import { details, objectName } from './log-words';

const names = { users: new Map([[3, 'Els']]), workspaces: new Map([[1, 'Jeugd']]) };

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  created: '2026-06-15 12:00:00',
  kind: 'member-changed',
  actor_id: 1,
  actor_name: 'Jan',
  way: 'session',
  way_name: '',
  address: '',
  object: '',
  object_name: '',
  fields: [],
  before: null,
  after: null,
  ...more,
});

test('tells what a value became, and only says it where there was none before', () => {
  expect(
    details(entry({ before: { role: 'member' }, after: { role: 'owner', user: 3 } }), names),
  ).toEqual(['rol: Lid → Eigenaar', 'gebruiker: Els']);
});

test('names workspaces, and counts what is too long to be read', () => {
  const people = Array.from({ length: 214 }, (_, index) => index);
  expect(details(entry({ after: { workspaces: [1, 2], people } }), names)).toEqual([
    'werkruimtes: Jeugd, 2',
    'personen: 214 stuks',
  ]);
});

test('names what is set by what the page calls it', () => {
  expect(objectName('settings', 'provisioning')).toBe('welkomstmail');
  expect(objectName('person:12', '')).toBe('persoon 12');
});

test('tells refusals in words', () => {
  expect(objectName('operation:12', 'people.update')).toBe('een persoon wijzigen (nummer 12)');
  expect(objectName('operation', 'teams.shares.set')).toBe('met wie een team is gedeeld wijzigen');
  expect(objectName('operation', 'undo')).toBe('een wijziging ongedaan maken');
  expect(objectName('operation', 'nieuw.ding')).toBe('een onderdeel bekijken');
  const refused = entry({ kind: 'refused', after: { code: 'rest_forbidden' } });
  expect(details(refused, names)).toEqual(['reden: heeft er geen recht op']);
});
