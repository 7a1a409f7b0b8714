// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import type { ContactEntry, Person, PersonFields } from '@/api/types';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { contactTexts as texts } from '@/texts/contact';
import { reachableTexts } from '@/texts/reachable';

import { ContactCard } from './ContactCard';

// There is no router here.
vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#person">{children}</a>,
}));

const entry = (contact_type: ContactEntry['contact_type'], contact_value: string) => ({
  contact_type,
  contact_value,
  contact_label: '',
});

const rows = [entry('email', 'dit is geen adres'), entry('mobile', '0655571942')];
const acf = {
  contact_info: rows,
  relationships: [] as PersonFields['relationships'],
} as PersonFields;
const person = { id: 12, acf } as Person;

function open() {
  const sent = serve({ 'PUT /cms/v2/people/12': person });
  show(<ContactCard person={person} />);
  return sent;
}

const values = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: texts.value });
const types = () => screen.getAllByRole<HTMLSelectElement>('combobox', { name: texts.type });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (input: HTMLElement | undefined, value: string) => {
  if (input === undefined) throw new Error('no input');
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const body = (contact_info: unknown[]) => ({ acf: { contact_info } });

it('changes one line where it stands, and sends an odd one of before as it was', async () => {
  const sent = open();
  press(texts.change('06 55 57 19 42'));
  expect(values()).toHaveLength(1);
  expect(document.activeElement).toBe(values()[0]);
  type(values()[0], '0655571943');
  press(commonTexts.save);
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([body([rows[0], entry('mobile', '0655571943')])]),
  );
});

it('gives a value the type that it looks like, and refuses what is none', async () => {
  const sent = open();
  press(commonTexts.editThing(reachableTexts.title));
  press(texts.add);
  type(values()[2], '0315-03');
  expect(types()[2]?.value).toBe('phone');
  expect(screen.getByText(texts.phoneDigits)).toBeDefined();
  press(commonTexts.save);
  expect(sent).toEqual([]);
  type(values()[2], '0315-039338');
  press(commonTexts.save);
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([body([...rows, entry('phone', '0315-039338')])]),
  );
});

it('only remarks on a number that may be a foreign one', async () => {
  const sent = open();
  press(texts.change('06 55 57 19 42'));
  type(values()[0], '151 2345678');
  expect(screen.getByText(texts.phoneForeign)).toBeDefined();
  press(commonTexts.save);
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('tells of no parent who has died', async () => {
  const parent = (related_person: number, person_name: string) => ({
    related_person,
    person_name,
    relationship_type: 2,
    relationship_slug: 'parent',
    relationship_name: 'Ouder',
  });
  const about = (id: number, is_deceased: boolean) => ({
    id,
    acf: { birthdate: '', former_member: false, is_deceased, contact_info: [rows[1]] },
  });
  serve({ 'GET /cms/v2/people': [about(7, true), about(8, false)] });
  const born = `${new Date().getFullYear() - 9}-01-01`;
  const relationships = [parent(7, 'Els Kok'), parent(8, 'Tom Kok')];
  show(
    <ContactCard person={{ id: 12, acf: { ...acf, birthdate: born, relationships } } as Person} />,
  );
  await screen.findByText('Tom Kok');
  await waitFor(() => expect(screen.queryByText('Els Kok')).toBeNull());
});
