// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { later, refusal, serve, show, triesToClose } from '@/testing';
import { commonTexts } from '@/texts/common';
import { erasureTexts as texts } from '@/texts/erasure';

import EraseDialog from './EraseDialog';

const rehearsal = {
  person: 7,
  name: 'Wessel Oudshoorn',
  due: '2026-12-17 14:05:00',
  refused: '',
  parts: [
    { kind: 'notes', fate: 'goes', title: 'Notities', why: 'Worden gewist.', count: 3 },
    { kind: 'invoices', fate: 'stays', title: 'Facturen', why: 'Blijft zeven jaar.', count: 2 },
  ],
};

const path = 'GET /club/v1/people/7/erasure';
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: texts.confirm });
const dialog = (onClose = vi.fn()) => {
  const { router } = show(<EraseDialog id={7} name="Wessel Oudshoorn" onClose={onClose} />);
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue();
  return { onClose, navigate };
};

it('tells what goes and what stays, and leaves the person after the answer', async () => {
  const sent = serve({ [path]: rehearsal, 'POST /club/v1/people/7/erasure': { id: 1 } });
  const { onClose, navigate } = dialog();
  expect(await screen.findByText(texts.intro('17 dec 2026'))).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    texts.fates.goes,
    texts.fates.stays,
  ]);
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'NotitiesWorden gewist.3',
    'FacturenBlijft zeven jaar.2',
  ]);
  fireEvent.click(await button());
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledWith(
      expect.objectContaining({ to: '/leden', ignoreBlocker: true }),
    ),
  );
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent.map(({ call }) => call)).toContain('POST /club/v1/people/7/erasure');
});

it('says why somebody may not be erased, and does not offer it', async () => {
  serve({ [path]: { ...rehearsal, refused: 'Er staat nog geld open: 2026C7.' } });
  dialog();
  expect(await screen.findByText('Er staat nog geld open: 2026C7.')).toBeTruthy();
  expect((await button()).disabled).toBe(true);
});

it('stays when it was refused after all, and says why', async () => {
  const message = 'Deze persoon wordt al gewist.';
  const refused = Response.json(
    { code: 'erasure_planned', message, data: { status: 409 } },
    { status: 409 },
  );
  serve({ [path]: rehearsal, 'POST /club/v1/people/7/erasure': refused });
  const { onClose } = dialog();
  fireEvent.click(await button());
  expect(await screen.findByText(message)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('stays while it is being planned, and then says that it failed', async () => {
  const { promise, resolve } = later<Response>();
  serve({ [path]: rehearsal, 'POST /club/v1/people/7/erasure': () => promise });
  const { onClose } = dialog();
  fireEvent.click(await button());
  await triesToClose(commonTexts.cancel);
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
});

it('says so when the rehearsal fails', async () => {
  serve({});
  dialog();
  expect(await screen.findByRole('button', { name: commonTexts.retry })).toBeTruthy();
});
