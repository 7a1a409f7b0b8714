// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { GroupsPage } from './GroupsPage';
import { usualGroupsSearch } from './route';

vi.mock('@/components/SearchBox', () => ({ SearchBox: () => null }));
vi.mock('./GroupsTable', () => ({ GroupsTable: () => <table /> }));

function Page() {
  const queryClient = useQueryClient();
  return (
    <>
      <button onClick={() => void queryClient.invalidateQueries()}>again</button>
      <GroupsPage kind="commissies" search={usualGroupsSearch} onSearch={() => undefined} />
    </>
  );
}

it('leaves the groups in view when they cannot be brought up to date', async () => {
  const committee = { id: 4, type: 'commissie', title: { rendered: 'Kantine' }, member_count: 3 };
  const answers: Record<string, unknown> = { 'GET /cms/v2/commissies': [committee] };
  serve(answers);
  show(<Page />);
  const table = await screen.findByRole('table');
  delete answers['GET /cms/v2/commissies'];
  fireEvent.click(screen.getByRole('button', { name: 'again' }));
  await screen.findByRole('button', { name: commonTexts.retry });
  expect(screen.getByRole('table')).toBe(table);
  expect(screen.queryByRole('alert')).toBeNull();
});
