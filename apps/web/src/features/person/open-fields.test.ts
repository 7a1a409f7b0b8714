import { expect, it } from 'vitest';

import type { Capability } from '@/api/capabilities';

import { type GuardedField, isOpen } from './open-fields';

const fields: readonly GuardedField[] = [
  'infix',
  'birthdate',
  'type-lid',
  'datum-vog',
  'financiele-blokkade',
  'helpdesk-id',
];

const open = (code: string, is_admin: boolean, ...capabilities: Capability[]) =>
  fields.filter((field) => isOpen(field, { is_admin, capabilities }, { 'assoc-id': code }));

const back = ['datum-vog', 'financiele-blokkade', 'helpdesk-id'];

it('gives each section its own field, of members too', () => {
  expect(open('AAAA11', false)).toEqual([]);
  expect(open('AAAA11', false, 'vog')).toEqual(['datum-vog']);
  expect(open('AAAA11', false, 'financieel')).toEqual(['financiele-blokkade']);
  expect(open('AAAA11', false, 'ledenadministratie')).toEqual(back);
  expect(open('AAAA11', true)).toEqual(back);
});

it('opens what the federation does not keep of people without a code', () => {
  expect(open('', false)).toEqual(['infix', 'birthdate']);
  expect(open('', false, 'vog')).toEqual(['infix', 'birthdate', 'datum-vog']);
  expect(open('', true)).toEqual(fields);
});

it('gives nothing guarded to nobody', () => {
  expect(fields.filter((field) => isOpen(field, null, { 'assoc-id': 'A' }))).toEqual([]);
});
