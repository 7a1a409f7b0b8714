// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { newPersonTexts as texts } from '@/texts/new-person';
import { personTexts } from '@/texts/person';

import NewPersonDialog from './NewPersonDialog';

const twin = {
  id: 4,
  acf: { first_name: 'Kim', infix: '', last_name: 'Bos', birthdate: '', work_history: [] },
};

it('holds a child back whose parent was typed and not chosen, also when it is somebody else', async () => {
  const sent = serve({
    'GET /cms/v2/relationship_type': [{ id: 2, name: 'Ouder', slug: 'parent' }],
    'GET /club/v1/search': { people: [{ id: 4, name: 'Kim Bos', thumbnail: '' }] },
    'GET /cms/v2/people': [twin],
    'POST /cms/v2/people': { id: 9, acf: twin.acf },
  });
  const made = () => sent.filter(({ call }) => call === 'POST /cms/v2/people');
  const write = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  show(<NewPersonDialog onClose={vi.fn()} />);
  write(texts.createFields.first_name, 'Kim');
  write(texts.createFields.last_name, 'Bos');
  write(texts.createFields.birthdate, `01-01-${new Date().getFullYear() - 9}`);
  const parent = await screen.findByRole<HTMLInputElement>('combobox', { name: texts.parents.who });
  fireEvent.click(screen.getByRole('button', { name: texts.create }));
  const anyway = await screen.findByRole('button', { name: texts.addAnyway });

  parent.focus();
  fireEvent.change(parent, { target: { value: 'Carla' } });
  expect(parent.value).toBe('Carla');
  fireEvent.click(anyway);
  expect(await screen.findByText(personTexts.relations.chooseFromList)).toBeTruthy();
  expect(made()).toEqual([]);

  fireEvent.change(parent, { target: { value: '' } });
  fireEvent.click(anyway);
  await waitFor(() => expect(made()).toHaveLength(1));
});
