// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Duplicate } from '@/api/types';
import { formatEuros } from '@/lib/euros';
import { later, refusal, serve, show, triesToClose } from '@/testing';
import { commonTexts } from '@/texts/common';
import { duplicateTexts as texts } from '@/texts/duplicates';

import { MergeDialog } from './MergeDialog';

const person = (id: number, name: string) => ({ id, name }) as Duplicate['people'][number];

it('stays while it is being done, and then says that it failed', async () => {
  const { promise, resolve } = later<Response>();
  serve({
    'GET /club/v1/duplicates/7/8': { fields: [] },
    'POST /club/v1/duplicates/7/8': () => promise,
  });
  const onClose = vi.fn();
  show(<MergeDialog people={[person(7, 'Jan Bos'), person(8, 'J. Bos')]} onClose={onClose} />);
  await screen.findByText(texts.noDifference);
  fireEvent.click(screen.getByRole('button', { name: texts.merge }));
  await triesToClose(commonTexts.cancel);
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
});

it('names what the provider says of contributions in words, and amounts in euros', async () => {
  serve({
    'GET /club/v1/duplicates/7/8': {
      fields: [
        { field: '_nikki_2026_total', winner: 180, loser: 90.5 },
        { field: '_nikki_2026_saldo', winner: 0, loser: 12 },
        { field: '_nikki_2025_status', winner: 'Betaald', loser: 'Open' },
      ],
    },
  });
  show(<MergeDialog people={[person(7, 'Jan Bos'), person(8, 'J. Bos')]} onClose={vi.fn()} />);
  const choice = await screen.findByRole('radiogroup', { name: 'Contributiedienst 2026: bedrag' });
  const values = within(choice)
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels }) => labels?.[0]?.textContent);
  expect(values).toEqual([formatEuros(180), formatEuros(90.5)]);
  screen.getByRole('radiogroup', { name: 'Contributiedienst 2026: nog open' });
  screen.getByRole('radiogroup', { name: 'Contributiedienst 2025: status' });
  expect(screen.queryByText(/_nikki_/)).toBeNull();
});
