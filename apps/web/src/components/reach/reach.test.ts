import { describe, expect, it } from 'vitest';

import type { ContactEntry } from '@/api/types';

import { isOfParents, routeHref, waysOf, whatsappHref } from './reach';

const entry = (
  contact_type: ContactEntry['contact_type'],
  contact_value: string,
): ContactEntry => ({ contact_type, contact_value, contact_label: '' });

describe('WhatsApp', () => {
  it.each([
    ['06 12 34 56 78', '31612345678'],
    ['0031 6 12345678', '31612345678'],
    ['+31 (0)6-12345678', '31612345678'],
    ['+49 151 23456789', '4915123456789'],
  ])('is offered for %s', (value, digits) => {
    expect(whatsappHref(entry('mobile', value))).toBe(`https://wa.me/${digits}`);
  });

  it.each(['', '12', 'geen nummer', '612345678', '06'])('is not offered for “%s”', (value) => {
    expect(whatsappHref(entry('mobile', value))).toBeUndefined();
  });

  it('is not offered for a landline or an address', () => {
    expect(whatsappHref(entry('phone', '0612345678'))).toBeUndefined();
    expect(whatsappHref(entry('email', '0612345678'))).toBeUndefined();
  });
});

it('puts the quickest way first and leaves empty rows out', () => {
  const contacts = [
    entry('website', 'https://a.example'),
    entry('email', 'a@b.example'),
    entry('mobile', ' '),
    entry('phone', '0315'),
    entry('mobile', '06 1'),
    entry('mobile', '06 2'),
  ];
  expect(waysOf(contacts).map(({ contact_value }) => contact_value)).toEqual([
    '06 1',
    '06 2',
    '0315',
    'a@b.example',
    'https://a.example',
  ]);
});

describe('the route', () => {
  const address = {
    address_label: '',
    street: 'Dorpsstraat 1',
    postal_code: '1234 AB',
    city: 'Elzendam',
    state: '',
    country: '',
  };

  it('leads to the street in the town', () => {
    const { host, searchParams } = new URL(routeHref(address) ?? '');
    expect(host).toBe('www.google.com');
    expect(searchParams.get('destination')).toBe('Dorpsstraat 1, 1234 AB Elzendam');
  });

  it('is not offered without a street or a town', () => {
    expect(routeHref({ ...address, street: '' })).toBeUndefined();
    expect(routeHref({ ...address, postal_code: '', city: '' })).toBeUndefined();
  });
});

it('knows a number or an address that is a parent’s as well', () => {
  const parents = [[entry('mobile', '+31 6-1234 5678')], [entry('email2', 'ma@b.example')]];
  expect(isOfParents(entry('mobile', '06 12345678'), parents)).toBe(true);
  expect(isOfParents(entry('email', 'Ma@b.example'), parents)).toBe(true);
  expect(isOfParents(entry('mobile', '06 99999999'), parents)).toBe(false);
  expect(isOfParents(entry('mobile', '06 12345678'), [])).toBe(false);
});
