import { describe, expect, it } from 'vitest';

import { fullName, initials, initialsOf } from './names';

describe('a person', () => {
  it('has a name without gaps', () => {
    expect(fullName({ first_name: 'Jan', infix: 'de', last_name: 'Vries' })).toBe('Jan de Vries');
    expect(fullName({ first_name: 'Jan', infix: '', last_name: '' })).toBe('Jan');
  });

  it('has initials, also with accents', () => {
    expect(initials({ first_name: 'ömer', last_name: 'Çelik' })).toBe('ÖÇ');
    expect(initials({ first_name: 'Jan', last_name: '' })).toBe('J');
  });
});

it('makes two letters of a whole name', () => {
  expect(initialsOf('Raymond de Grève')).toBe('RG');
  expect(initialsOf('Malak El Idrissi')).toBe('ME');
  expect(initialsOf('Els')).toBe('E');
  expect(initialsOf('')).toBe('');
});
