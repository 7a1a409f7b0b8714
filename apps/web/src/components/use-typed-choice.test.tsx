// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';

import { PersonSelect } from '@/features/person/PersonSelect';
import { serve, show } from '@/testing';
import { personTexts } from '@/texts/person';
import { userTexts } from '@/texts/users';

import { type ChosenUser, UserSelect } from './UserSelect';

const users = [
  { id: 4, display_name: 'Anna de Wit' },
  { id: 5, display_name: 'Anna Zwart' },
];
const person = (id: number, name: string) => ({ id, name, thumbnail: '', former_member: false });
const people = [person(8, 'Bea Bos'), person(9, 'Bea Berk')];

/** A form around one field, in which a person or a user is found; what was chosen, and whether it was sent. */
function ask(field: 'person' | 'user', found: number, more: { onNew?: () => void } = {}) {
  serve({
    'GET /club/v1/users/search': users.slice(0, found),
    'GET /club/v1/search': { people: people.slice(0, found) },
  });
  const onChoose = vi.fn<(id: number | undefined) => void>();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (children: ReactNode) => <form onSubmit={onSubmit}>{children}</form>;
  function User() {
    const [value, setValue] = useState<ChosenUser>();
    const choose = (user: ChosenUser | undefined) => {
      setValue(user);
      onChoose(user?.id);
    };
    return <UserSelect label="Wie?" value={value} onChange={choose} />;
  }
  show(
    form(
      field === 'user' ? (
        <User />
      ) : (
        <PersonSelect label="Wie?" without={[]} onChoose={({ id }) => onChoose(id)} {...more} />
      ),
    ),
  );
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Wie?' });
  return {
    input,
    onChoose,
    onSubmit,
    type: (text: string) => {
      input.focus();
      fireEvent.change(input, { target: { value: text } });
    },
    /** Whether the browser would send the form. */
    enter: () => fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' }),
    send: () => fireEvent.submit(input.form ?? input),
  };
}

const complaints = {
  person: personTexts.relations.chooseFromList,
  user: userTexts.chooseFromList,
};

for (const field of ['person', 'user'] as const) {
  it(`chooses the only ${field} found by Enter, and does not send the form`, async () => {
    const { type, enter, onChoose, send, onSubmit } = ask(field, 1);
    type(field === 'user' ? 'anna' : 'bea');
    // Before the list has come, too.
    expect(enter()).toBe(false);
    expect(onChoose).not.toHaveBeenCalled();
    await screen.findByRole('option');
    expect(enter()).toBe(false);
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(field === 'user' ? 4 : 8);
    send();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it(`keeps a ${field} who was typed and not chosen, says so, and does not send the form`, async () => {
    const { input, type, enter, onChoose, send, onSubmit } = ask(field, 2);
    type(field === 'user' ? 'anna' : 'bea');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(enter()).toBe(false);
    expect(onChoose).not.toHaveBeenCalled();
    fireEvent.blur(input);
    expect(input.value).toBe(field === 'user' ? 'anna' : 'bea');
    expect(screen.getByText(complaints[field])).toBeTruthy();
    send();
    expect(onSubmit).not.toHaveBeenCalled();

    type('');
    fireEvent.blur(input);
    expect(screen.queryByText(complaints[field])).toBeNull();
    send();
    expect(onSubmit).toHaveBeenCalledOnce();
  });
}

it('says it when the form is sent by its button, without leaving the field', () => {
  const { type, send, onSubmit } = ask('person', 2);
  type('bea');
  expect(screen.queryByText(complaints.person)).toBeNull();
  send();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByText(complaints.person)).toBeTruthy();
});

it('keeps who was chosen when the name is typed and chosen once more', async () => {
  const { input, type, enter, onChoose } = ask('user', 1);
  type('anna');
  await screen.findByRole('option');
  enter();
  await waitFor(() => expect(input.value).toBe('Anna de Wit'));
  type('anna');
  await screen.findByRole('option');
  enter();
  expect(onChoose).toHaveBeenLastCalledWith(4);
  expect(input.value).toBe('Anna de Wit');
});

it('has nobody any more once the name is taken away', async () => {
  const { input, type, enter, send, onChoose, onSubmit } = ask('user', 1);
  type('anna');
  await screen.findByRole('option');
  enter();
  await waitFor(() => expect(input.value).toBe('Anna de Wit'));
  type('');
  send();
  expect(onChoose).toHaveBeenLastCalledWith(undefined);
  expect(onSubmit).toHaveBeenCalledOnce();
  fireEvent.blur(input);
  expect(input.value).toBe('');
});

it('does not choose by Enter where somebody new is offered beside the only one found', async () => {
  const onNew = vi.fn();
  const { type, enter, onChoose } = ask('person', 1, { onNew });
  type('bea');
  await screen.findByRole('option', { name: 'Bea Bos' });
  expect(enter()).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
  expect(onNew).not.toHaveBeenCalled();
});
