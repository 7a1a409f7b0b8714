// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Person, PersonFields } from '@/api/types';
import { leaving } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { AddressCard } from './AddressCard';
import { IdentityCard } from './IdentityCard';

const texts = personTexts.identity;
const address = {
  address_label: '',
  postal_code: '1234 AB',
  city: 'Assen',
  state: '',
  country: '',
};
const acf = {
  first_name: 'Jan',
  infix: 'de',
  last_name: 'Wit',
  nickname: '',
  birthdate: '2001-09-01',
  gender: 'male',
  pronouns: '',
  is_deceased: false,
  'datum-overlijden': '',
  'assoc-id': '',
  addresses: [
    { ...address, street: 'Dorpsstraat 1' },
    { ...address, street: 'Kade 2' },
  ],
} as PersonFields;
const person = { id: 12, acf } as Person;

const open = (changed: Partial<PersonFields> = {}) => {
  const who: Person = { ...person, acf: { ...acf, ...changed } };
  const sent = serve({ 'PUT /cms/v2/people/12': who });
  show(<IdentityCard person={who} />);
  return sent;
};
const changes = (sent: ReturnType<typeof serve>) =>
  sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
const edit = (label: string) => screen.getByRole('button', { name: commonTexts.editThing(label) });
const inputs = () => [...document.querySelectorAll<HTMLElement>('input, select')];
const first = () => {
  const [input] = inputs();
  if (input === undefined) throw new Error('no input');
  return input;
};
const submit = () => fireEvent.submit(first());

it('changes one value where it stands, and sends it alone', async () => {
  const sent = open();
  fireEvent.click(screen.getByText('Wit'));
  expect(inputs()).toHaveLength(1);
  expect(document.activeElement).toBe(first());
  fireEvent.change(first(), { target: { value: 'Zwart' } });
  submit();
  await waitFor(() => expect(changes(sent)).toEqual([{ acf: { last_name: 'Zwart' } }]));
});

it('reads a date as people write it', async () => {
  const sent = open();
  fireEvent.click(edit(texts.birthdate));
  fireEvent.change(first(), { target: { value: '2-9-2001' } });
  submit();
  await waitFor(() => expect(changes(sent)).toEqual([{ acf: { birthdate: '2001-09-02' } }]));
});

it('takes a choice by Enter, and says what is wrong at the value', async () => {
  const sent = open();
  fireEvent.click(edit(texts.gender));
  fireEvent.change(first(), { target: { value: 'female' } });
  fireEvent.keyDown(first(), { key: 'Enter' });
  await waitFor(() => expect(changes(sent)).toEqual([{ acf: { gender: 'female' } }]));
  fireEvent.click(edit(texts.first_name));
  fireEvent.change(first(), { target: { value: ' ' } });
  submit();
  expect(screen.getByText(texts.firstNameMissing)).toBeDefined();
  expect(changes(sent)).toHaveLength(1);
});

it('leaves by Escape: at once, or after a question when something was typed', () => {
  open();
  fireEvent.click(edit(texts.last_name));
  fireEvent.keyDown(first(), { key: 'Escape' });
  expect(inputs()).toEqual([]);
  fireEvent.click(edit(texts.last_name));
  fireEvent.change(first(), { target: { value: 'Zwart' } });
  fireEvent.keyDown(first(), { key: 'Escape' });
  expect(leaving.isAsked()).toBe(true);
  leaving.settle('stay');
});

it('opens nothing that comes from the federation', () => {
  open({ 'assoc-id': 'ABC123' });
  for (const name of ['infix', 'birthdate'] as const) {
    expect(screen.queryByRole('button', { name: commonTexts.editThing(texts[name]) })).toBeNull();
  }
  fireEvent.click(screen.getByText('de'));
  expect(inputs()).toEqual([]);
  expect(edit(texts.first_name)).toBeDefined();
});

it('changes one address, and leaves the others as they are', async () => {
  const sent = serve({ 'PUT /cms/v2/people/12': person });
  show(<AddressCard person={person} />);
  fireEvent.click(screen.getByRole('button', { name: personTexts.addresses.change('Kade 2') }));
  const street = screen.getByRole('textbox', { name: personTexts.addresses.street });
  expect(document.activeElement).toBe(street);
  fireEvent.change(street, { target: { value: 'Kade 22' } });
  submit();
  await waitFor(() =>
    expect(changes(sent)).toEqual([
      { acf: { addresses: [acf.addresses[0], { ...acf.addresses[1], street: 'Kade 22' }] } },
    ]),
  );
});
