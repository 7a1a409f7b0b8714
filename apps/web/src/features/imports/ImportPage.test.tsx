// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { ImportPage } from './ImportPage';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
vi.mock('@/components/ButtonLink', () => ({ ButtonLink: () => null }));
vi.mock('./ColumnsCard', () => ({ ColumnsCard: () => <input /> }));
vi.mock('./RowsCard', () => ({ RowsCard: () => null }));

function Page() {
  const queryClient = useQueryClient();
  return (
    <>
      <button onClick={() => void queryClient.invalidateQueries()}>again</button>
      <ImportPage id={3} />
    </>
  );
}

it('leaves what is chosen in view when it cannot be brought up to date', async () => {
  const draft = {
    id: 3,
    file: 'leden.csv',
    state: 'draft',
    stopped: '',
    notices: [],
    total: 1,
    processed: 0,
    undone: 0,
    left: 0,
    undo_until: null,
    counts: { new: 1, changed: 0, unchanged: 0, refused: 0 },
  };
  const answers: Record<string, unknown> = { 'GET /club/v1/imports/3': draft };
  serve(answers);
  show(<Page />);
  const chosen = await screen.findByRole('textbox');
  delete answers['GET /club/v1/imports/3'];
  fireEvent.click(screen.getByRole('button', { name: 'again' }));
  await screen.findByRole('button', { name: commonTexts.retry });
  expect(screen.getByRole('textbox')).toBe(chosen);
});
