// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { secondFactorTexts as texts } from '@/texts/second-factor';

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
