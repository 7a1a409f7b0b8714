// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { mayLeave } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import SecondFactorDialog from './SecondFactorDialog';
import { SecondFactorSetup } from './SecondFactorSetup';

async function confirmed(recovery_codes: string[]) {
  serve({
    'POST /club/v1/user/second-factor': { secret: 'ABCDEFGH', url: 'otpauth://totp/piet' },
    'POST /club/v1/user/second-factor/confirm': { recovery_codes },
  });
  const onCodes = vi.fn();
  const onDone = vi.fn();
  show(<SecondFactorSetup onCodes={onCodes} onDone={onDone} />);
  fireEvent.change(await screen.findByLabelText(texts.code), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: texts.confirm }));
  return { onCodes, onDone };
}

it('shows new recovery codes before it is done', async () => {
  const { onCodes, onDone } = await confirmed(['aaaa-bbbb']);
  expect(await screen.findByText('aaaa-bbbb')).toBeDefined();
  expect(onCodes).toHaveBeenCalledOnce();
  expect(onDone).not.toHaveBeenCalled();
});

it('is done at once where those on paper stay good', async () => {
  const { onCodes, onDone } = await confirmed([]);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onCodes).not.toHaveBeenCalled();
});

it('stays while the codes are on their way: they are shown once', async () => {
  let answer: (body: unknown) => void = () => undefined;
  serve({
    'POST /club/v1/user/second-factor': { secret: 'ABCDEFGH', url: 'otpauth://totp/piet' },
    'POST /club/v1/user/second-factor/confirm': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const onClose = vi.fn();
  show(<SecondFactorDialog replaces={false} onClose={onClose} />);
  const code = await screen.findByLabelText(texts.code);
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: texts.confirm }));
  await waitFor(async () => expect(await mayLeave()).toBe(false));
  fireEvent.keyDown(code, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.close }));
  expect(onClose).not.toHaveBeenCalled();
  answer({ recovery_codes: ['aaaa-bbbb'] });
  expect(await screen.findByText('aaaa-bbbb')).toBeDefined();
});
