// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Duplicate } from '@/api/types';
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
