import { describe, expect, it } from 'vitest';

import { addYears, ageOn, formatDate, formatDateTime, isoDay } from './dates';
import { formatNumber } from './numbers';
import { changedKeys } from './patch';
import { contactHref, firstContact, fullName, initials } from './person';
import { readUserAgent } from './user-agent';
import { vogOn } from './vog';

describe('dates', () => {
  it('are Dutch', () => {
    expect(formatDate('2026-02-03')).toBe('3 feb 2026');
    expect(formatDate('2026-03-31 23:59:00')).toBe('31 mrt 2026');
    expect(formatDateTime('2026-03-31 09:05:00')).toBe('31 mrt 2026, 09:05');
  });

  it('hide nothing that is no date', () => {
    expect(formatDate('')).toBe('');
    expect(formatDate('onbekend')).toBe('onbekend');
  });

  it('count whole years', () => {
    const on = (text: string) => new Date(`${text}T12:00:00`);
    expect(ageOn('2010-06-15', on('2026-06-14'))).toBe(15);
    expect(ageOn('2010-06-15', on('2026-06-15'))).toBe(16);
    expect(ageOn('2030-01-01', on('2026-06-15'))).toBeUndefined();
    expect(ageOn('', on('2026-06-15'))).toBeUndefined();
  });

  it('add years', () => {
    expect(addYears('2024-02-29', 3)).toBe('2027-03-01');
    expect(addYears('', 3)).toBeUndefined();
    expect(isoDay(new Date(2026, 0, 5))).toBe('2026-01-05');
  });
});

describe('vogOn', () => {
  const today = new Date(2026, 10, 21);

  it.each([
    ['', 'missing'],
    ['2023-11-21', 'expired'],
    ['2023-11-22', 'expiring'],
    ['2024-02-19', 'expiring'],
    ['2024-02-20', 'valid'],
  ])('%s is %s', (date, state) => {
    expect(vogOn(date, today).state).toBe(state);
  });
});

describe('changedKeys', () => {
  const before = {
    first_name: 'Jan',
    nickname: '',
    contact_info: [
      { contact_type: 'email', contact_value: 'jan@voorbeeld.nl', extra: 1 },
      { contact_type: 'mobile', contact_value: '06' },
    ],
  };

  it('is empty when nothing changed', () => {
    expect(changedKeys(before, structuredClone(before))).toEqual({});
  });

  it('holds the changed field alone', () => {
    expect(changedKeys(before, { ...before, nickname: 'Jantje' })).toEqual({ nickname: 'Jantje' });
  });

  it('holds a changed list as a whole, untouched rows with all their keys', () => {
    const contact_info = structuredClone(before.contact_info);
    contact_info[1] = { contact_type: 'mobile', contact_value: '0612345678' };
    expect(changedKeys(before, { ...before, contact_info })).toEqual({ contact_info });
  });

  it('sees a removed row, and a field that was cleared', () => {
    const contact_info = before.contact_info.slice(0, 1);
    expect(changedKeys(before, { ...before, first_name: '', contact_info })).toEqual({
      first_name: '',
      contact_info,
    });
  });
});

describe('a person', () => {
  it('has a name without gaps', () => {
    expect(fullName({ first_name: 'Jan', infix: 'de', last_name: 'Vries' })).toBe('Jan de Vries');
    expect(fullName({ first_name: 'Jan', infix: '', last_name: '' })).toBe('Jan');
  });

  it('has initials, also with accents', () => {
    expect(initials({ first_name: 'ömer', last_name: 'Çelik' })).toBe('ÖÇ');
    expect(initials({ first_name: 'Jan', last_name: '' })).toBe('J');
  });

  const entry = (
    contact_type: 'email' | 'mobile' | 'website' | 'other',
    contact_value: string,
  ) => ({
    contact_type,
    contact_label: '',
    contact_value,
  });

  it('is reached by the first filled entry', () => {
    const entries = [entry('mobile', ''), entry('email', 'jan@voorbeeld.nl')];
    expect(firstContact(entries, 'mobile', 'email')?.contact_value).toBe('jan@voorbeeld.nl');
    expect(firstContact(entries, 'phone')).toBeUndefined();
  });

  it.each([
    [entry('email', 'jan@voorbeeld.nl'), 'mailto:jan@voorbeeld.nl'],
    [entry('mobile', '+31 6 1234-5678'), 'tel:+31612345678'],
    [entry('website', 'https://voorbeeld.nl'), 'https://voorbeeld.nl'],
    [entry('website', 'javascript:alert(1)'), undefined],
    [entry('other', 'bel de buren'), undefined],
  ])('%o leads to %s', (contact, href) => {
    expect(contactHref(contact)).toBe(href);
  });
});

describe('small things', () => {
  it('write numbers the Dutch way', () => {
    expect(formatNumber(1332)).toBe('1.332');
  });

  it('recognise a device', () => {
    expect(
      readUserAgent(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      ),
    ).toEqual({ browser: 'Edge', system: 'Windows' });
    expect(readUserAgent('curl/8.5')).toEqual({ browser: undefined, system: undefined });
  });
});
