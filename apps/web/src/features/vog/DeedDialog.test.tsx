// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { PersonRow } from '@/api/types';
import { later, refusal, serve, show, triesToClose } from '@/testing';
import { commonTexts } from '@/texts/common';
import { vogTexts as texts } from '@/texts/vog';

import DeedDialog from './DeedDialog';

it('stays while mails are being sent, and then says that it stopped', async () => {
  const { promise, resolve } = later<Response>();
  serve({ 'POST /club/v1/vog/bulk-send': () => promise });
  const people = [{ id: 7, name: 'Jan Bos' } as PersonRow];
  const onClose = vi.fn();
  show(<DeedDialog deed="send" people={people} onLeft={vi.fn()} onClose={onClose} />);
  fireEvent.click(screen.getByRole('button', { name: texts.deeds.send.start }));
  await triesToClose(commonTexts.close);
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText(texts.stopped)).toBeTruthy();
});
