// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { newcomerOf } from '@/features/person/newcomer';
import { serve, show } from '@/testing';
import { newPersonTexts } from '@/texts/new-person';
import { personTexts } from '@/texts/person';

import { isMinor, NewParents, parentProblems, type ParentRow, relationTo } from './NewParents';

const { parents: texts, createFields: labels } = newPersonTexts;
const known: ParentRow = { id: 9, name: 'Carla Bos' };
const unknown = (change: object): ParentRow => ({
  id: 0,
  name: 'Els Eik',
  newcomer: { ...newcomerOf('Els Eik'), ...change },
});

function Form({ begins }: { begins: ParentRow[] }) {
  const [parents, setParents] = useState(begins);
  return <NewParents parents={parents} errors={parentProblems(parents)} onChange={setParents} />;
}

function type(label: string, name: string) {
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: label });
  field.focus();
  fireEvent.change(field, { target: { value: name } });
}

/** Types a name where one is asked for, and chooses what is offered. */
async function choose(label: string, name: string, option: string) {
  type(label, name);
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

it('takes parents who are known or new, asks for the next one, and lets them go', async () => {
  serve({ 'GET /club/v1/search': { people: [{ id: 9, name: 'Carla Bos', thumbnail: '' }] } });
  show(<Form begins={[]} />);
  await choose(texts.who, 'Carla', 'Carla Bos');
  expect(screen.getByRole('group', { name: 'Carla Bos' })).toBeTruthy();

  await choose(texts.next, 'Els Eik', personTexts.relations.new('Els Eik'));
  expect(screen.getByRole('group', { name: 'Els Eik' })).toBeTruthy();
  expect(screen.getByLabelText(labels.first_name)).toHaveProperty('value', 'Els');

  type(texts.next, 'Carla');
  await screen.findByText(personTexts.relations.nobody);

  fireEvent.click(screen.getByRole('button', { name: texts.remove('Els Eik') }));
  expect(screen.queryByRole('group', { name: 'Els Eik' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Carla Bos' })).toBeTruthy();
});

it('says of each new parent what is wrong, in the right field', () => {
  const parents = [
    known,
    unknown({ mobile: 'bel maar' }),
    unknown({ first_name: ' ', email: 'x' }),
  ];
  expect(Object.keys(parentProblems(parents))).toEqual([
    'parents.1.mobile',
    'parents.2.first_name',
    'parents.2.email',
  ]);
  show(<Form begins={[known, unknown({ first_name: '' })]} />);
  expect(screen.getByText(newPersonTexts.firstNameMissing)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(labels.first_name), { target: { value: 'Els' } });
  expect(screen.queryByText(newPersonTexts.firstNameMissing)).toBeNull();
});

it('makes of a parent the row of a relation', () => {
  const type = { id: 2, name: 'Ouder', slug: 'parent' };
  expect(relationTo(known, type)).toMatchObject({ related_person: 9, relationship_type: 2 });
  expect(relationTo(known, type)).not.toHaveProperty('newcomer');
  expect(relationTo(unknown({}), type).newcomer?.first_name).toBe('Els');
});

it('is asked of children alone', () => {
  const year = new Date().getFullYear();
  expect([`${year - 10}-01-01`, `${year - 30}-01-01`, ''].map(isMinor)).toEqual([
    true,
    false,
    false,
  ]);
});
