// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { PeoplePage } from './PeoplePage';
import { usualSearch } from './search';

vi.mock('./PeopleToolbar', () => ({ PeopleToolbar: () => null }));
vi.mock('./PeopleList', () => ({ PeopleList: () => <table /> }));
vi.mock('./PeoplePagination', () => ({ default: () => null }));

function Page() {
  const queryClient = useQueryClient();
  return (
    <>
      <button onClick={() => void queryClient.invalidateQueries()}>again</button>
      <PeoplePage search={usualSearch} onSearch={() => undefined} />
    </>
  );
}

it('leaves the people in view when they cannot be brought up to date', async () => {
  const people = { people: [{ id: 7, name: 'Anna Bos' }], total: 1, page: 1, total_pages: 1 };
  const answers: Record<string, unknown> = { 'GET /club/v1/people/filtered': people };
  serve(answers);
  show(<Page />);
  const table = await screen.findByRole('table');
  delete answers['GET /club/v1/people/filtered'];
  fireEvent.click(screen.getByRole('button', { name: 'again' }));
  await screen.findByRole('button', { name: commonTexts.retry });
  expect(screen.getByRole('table')).toBe(table);
  expect(screen.queryByRole('alert')).toBeNull();
});
