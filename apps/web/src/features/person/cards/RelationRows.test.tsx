// @vitest-environment happy-dom
import { useForm } from '@mantine/form';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { RelationEntry } from '@/api/types';
import { serve, show } from '@/testing';
import { personTexts } from '@/texts/person';

import type { RelationRow } from '../newcomer';
import RelationRows from './RelationRows';

const texts = personTexts.relations;

const relation = (change: Partial<RelationEntry>): RelationEntry => ({
  related_person: 0,
  relationship_type: 0,
  relationship_label: '',
  person_name: '',
  person_thumbnail: '',
  relationship_name: '',
  relationship_slug: '',
  ...change,
});

const type = (id: number, name: string, slug: string) => ({
  id,
  name,
  slug,
  taxonomy: 'relationship_type',
  acf: {},
});

const hit = (id: number, name: string) => ({
  id,
  name,
  first_name: name,
  last_name: '',
  thumbnail: `/api/club/v1/media/${id}/thumbnail`,
  former_member: false,
  is_favorite: false,
  labels: [],
});

interface Values {
  relationships: RelationRow[];
}

/** The rows of person 7 in a form, with what is in it by now. */
function open(relationships: RelationRow[], errors: Record<string, string> = {}) {
  serve({
    'GET /cms/v2/relationship_type': [type(1, 'Ouder', 'parent'), type(2, 'Kind', 'child')],
    'GET /club/v1/search': {
      people: [hit(5, 'Ans Bakker'), hit(6, 'Bas Bakker'), hit(7, 'Cor Bakker')],
      teams: [],
    },
  });
  let values: Values = { relationships };
  function Form() {
    const form = useForm<Values>({ initialValues: { relationships }, initialErrors: errors });
    ({ values } = form);
    return <RelationRows form={form} of={{ id: 7, name: 'Cor' }} />;
  }
  show(<Form />);
  return { rows: () => values.relationships };
}

const row = (number: number) => screen.getByLabelText(texts.row(number));
const kind = (who = 'Ans') =>
  screen.getByLabelText<HTMLInputElement>(texts.relation(who, 'Cor'), { selector: 'input' });
/** What a box offers: its own list stands elsewhere in the document. */
const options = (box: HTMLElement) =>
  [
    ...(document
      .getElementById(box.getAttribute('aria-controls') ?? '')
      ?.querySelectorAll('[role=option]') ?? []),
  ].map((option) => option.textContent);

async function choose(box: HTMLElement, option: string) {
  fireEvent.click(box);
  fireEvent.click(await screen.findByText(option));
}

it('names who it is about, also somebody whom the reader may not see', () => {
  open([
    relation({ related_person: 5, person_name: 'Ans Bakker' }),
    relation({ related_person: 9 }),
  ]);
  expect(row(1).textContent).toContain('Ans Bakker');
  expect(row(2).textContent).toContain(texts.hidden);
});

it('keeps everything of a kind that is chosen, and forgets what was wrong with it', async () => {
  const wrong = { 'relationships.0.relationship_type': texts.typeMissing };
  const { rows } = open([relation({ related_person: 5, person_name: 'Ans' })], wrong);
  expect(screen.queryByText(texts.typeMissing)).not.toBeNull();
  await choose(kind(), 'Kind');
  expect(rows()).toEqual([
    relation({
      related_person: 5,
      person_name: 'Ans',
      relationship_type: 2,
      relationship_name: 'Kind',
      relationship_slug: 'child',
    }),
  ]);
  expect(screen.queryByText(texts.typeMissing)).toBeNull();
});

it('shows a kind that the list does not have', async () => {
  open([
    relation({
      related_person: 5,
      person_name: 'Ans',
      relationship_type: 8,
      relationship_name: 'Mentor',
    }),
  ]);
  expect(kind().value).toBe('Mentor');
  fireEvent.click(kind());
  await waitFor(() => expect(options(kind())).toEqual(['Ouder', 'Kind', 'Mentor']));
});

it('finds somebody by name, but not the person and who is a relative already', async () => {
  const { rows } = open([
    relation({ related_person: 5, person_name: 'Ans Bakker', relationship_type: 1 }),
  ]);
  fireEvent.click(screen.getByText(texts.add));
  const who = screen.getByLabelText(texts.who, { selector: 'input' });
  act(() => who.focus());
  fireEvent.change(who, { target: { value: 'bak' } });
  await waitFor(() => expect(options(who)).toEqual(['Bas Bakker', texts.new('bak')]));
  fireEvent.click(screen.getByText('Bas Bakker'));
  expect(rows()[1]).toEqual(
    relation({
      related_person: 6,
      person_name: 'Bas Bakker',
      person_thumbnail: '/api/club/v1/media/6/thumbnail',
    }),
  );
  expect(row(2).textContent).toContain('Bas Bakker');
});

it('takes the right row away', () => {
  const { rows } = open([
    relation({ related_person: 4, person_name: 'Ans' }),
    relation({ related_person: 5, person_name: 'Bas' }),
    relation({ related_person: 6, person_name: 'Cor' }),
  ]);
  fireEvent.click(screen.getByLabelText(texts.remove(2)));
  expect(rows().map(({ person_name }) => person_name)).toEqual(['Ans', 'Cor']);
});

it('writes down somebody new where they are needed', async () => {
  const { rows } = open([]);
  fireEvent.click(screen.getByText(texts.add));
  const who = screen.getByLabelText(texts.who, { selector: 'input' });
  act(() => who.focus());
  fireEvent.change(who, { target: { value: 'Romy de Wit' } });
  fireEvent.click(await screen.findByText(texts.new('Romy de Wit')));
  expect(rows()[0]?.newcomer).toMatchObject({
    first_name: 'Romy',
    infix: 'de',
    last_name: 'Wit',
  });
  await choose(kind('Romy'), 'Ouder');
  expect(rows()[0]).toMatchObject({ relationship_type: 1, related_person: 0 });
});
