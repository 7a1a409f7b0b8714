// @vitest-environment happy-dom
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { ApiError } from '@/api/errors';
import { keys } from '@/api/keys';
import { later, show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { ListState } from './ListState';

/** A server that answers with the next of these each time. */
function Shown({ answers }: { answers: (string | Error)[] }) {
  const query = useQuery({
    queryKey: keys.financeSettings,
    queryFn: () => {
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked again');
      return answer;
    },
  });
  return (
    <>
      <button onClick={() => void query.refetch()}>again</button>
      <ListState query={query}>{(saved) => <Form saved={saved} />}</ListState>
    </>
  );
}

function Form({ saved }: { saved: string }) {
  const [iban, setIban] = useState(saved);
  return <input value={iban} onChange={({ currentTarget: { value } }) => setIban(value)} />;
}

const field = () => screen.findByRole<HTMLInputElement>('textbox');
const again = () => fireEvent.click(screen.getByRole('button', { name: 'again' }));

it('keeps what is typed when it cannot be brought up to date, and says so until it can', async () => {
  show(<Shown answers={['NL01OLD', new Error('away'), 'NL01OLD']} />);
  const typed = await field();
  fireEvent.change(typed, { target: { value: 'NL99TYPED' } });

  again();
  const retry = await screen.findByRole('button', { name: commonTexts.retry });
  expect(screen.getByRole('status').textContent).toContain('bijwerken lukte niet');
  expect(await field()).toBe(typed);
  expect(typed.value).toBe('NL99TYPED');

  fireEvent.click(retry);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(await field()).toBe(typed);
  expect(typed.value).toBe('NL99TYPED');
});

it.each([403, 404])('shows nothing any more of what is refused with %d', async (status) => {
  show(<Shown answers={['NL01OLD', new ApiError(status, 'rest_forbidden', 'Nee.', {})]} />);
  await field();
  again();
  await screen.findByRole('alert');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says that nothing came, and asks again', async () => {
  show(<Shown answers={[new Error('away'), 'NL01OLD']} />);
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: commonTexts.retry }));
  expect((await field()).value).toBe('NL01OLD');
});

it('shows that what is there is the answer to the question of before', async () => {
  const { promise, resolve } = later<string>();
  function Asked({ status, answer }: { status: string; answer: Promise<string> }) {
    const query = useQuery({
      queryKey: keys.todos.list(status),
      queryFn: () => answer,
      placeholderData: keepPreviousData,
    });
    return <ListState query={query}>{(text) => <p>{text}</p>}</ListState>;
  }
  const { show: ask } = show(<Asked status="open" answer={Promise.resolve('those of before')} />);
  await screen.findByText('those of before');
  expect(screen.queryByRole('progressbar')).toBeNull();
  ask(<Asked status="done" answer={promise} />);
  expect(await screen.findByRole('progressbar', { name: commonTexts.loading })).toBeTruthy();
  expect(screen.getByText('those of before')).toBeTruthy();
  resolve('those of now');
  await screen.findByText('those of now');
  expect(screen.queryByRole('progressbar')).toBeNull();
});
