// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { confirmation } from '@/api/confirmation';
import type { Me } from '@/api/types';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { passkeyTexts } from '@/texts/passkeys';
import { mandatoryFactorTexts as texts, secondFactorTexts } from '@/texts/second-factor';
import { confirmPasswordTexts } from '@/texts/shell';
import { signInTexts } from '@/texts/sign-in';

import { MandatoryFactorPage } from './MandatoryFactorPage';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => vi.fn(),
  useRouter: () => ({ history: { push: vi.fn() } }),
}));
vi.mock('@/lib/passkeys', async (original) => ({
  ...(await original<object>()),
  canUsePasskeys: () => true,
  makePasskey: () => Promise.resolve('{}'),
}));

const refuse = (status: number, code: string, message: string) =>
  Response.json({ code, message, data: { status } }, { status });
const refusal = 'Bevestig dit eerst met het wachtwoord.';

/** The page in a session that was signed in to an hour ago: the server refuses until the password is given once more. */
function open() {
  let isConfirmed = false;
  const once = (answer: object) => () =>
    isConfirmed ? answer : refuse(403, 'confirmation_required', refusal);
  const sent = serve({
    'POST /club/v1/session/confirm': (body: unknown) => {
      isConfirmed = (body as { password: string }).password === 'geheim';
      return isConfirmed ? {} : refuse(400, 'wrong_password', 'Huidig wachtwoord is onjuist.');
    },
    'POST /club/v1/user/second-factor': once({ secret: 'ABCDEFGH', url: 'otpauth://totp/piet' }),
    'POST /club/v1/user/passkeys-begin': once({ options: '{}', token: 't' }),
    'POST /club/v1/user/passkeys': once({ recovery_codes: ['aaaa-bbbb'] }),
  });
  show(<MandatoryFactorPage me={{ id: 3, email: 'piet@club.nl' } as Me} returnTo="/leden" />);
  return sent;
}

const dialog = { name: confirmPasswordTexts.title };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function give(password: string) {
  await screen.findByRole('dialog', dialog);
  fireEvent.change(screen.getByLabelText(signInTexts.password), { target: { value: password } });
  press(confirmPasswordTexts.submit);
}

afterEach(() => confirmation.settle(false));

it('asks for the password where signing in is long ago, and goes on with the app after the right one', async () => {
  open();
  press(texts.begin);
  await give('fout');
  expect(await screen.findByText(confirmPasswordTexts.wrong)).toBeDefined();
  await give('geheim');
  expect(await screen.findByRole('img', { name: secondFactorTexts.qr })).toBeDefined();
  expect(screen.queryByRole('dialog', dialog)).toBeNull();
});

it('waits no longer when the password is not given, and asks again when tried again', async () => {
  open();
  press(texts.begin);
  await screen.findByRole('dialog', dialog);
  press(commonTexts.cancel);
  expect((await screen.findByRole('alert')).textContent).toContain(refusal);
  expect(screen.queryByRole('dialog', dialog)).toBeNull();
  press(commonTexts.retry);
  await give('geheim');
  expect(await screen.findByRole('img', { name: secondFactorTexts.qr })).toBeDefined();
});

it('asks for the password before a passkey is made, and keeps its name when it is not given', async () => {
  const sent = open();
  press(texts.beginPasskey);
  const name = await screen.findByLabelText(passkeyTexts.name);
  fireEvent.change(name, { target: { value: 'Laptop' } });
  press(passkeyTexts.make);
  await screen.findByRole('dialog', dialog);
  press(commonTexts.cancel);
  expect((await screen.findByRole('alert')).textContent).toContain(refusal);
  await waitFor(() => expect(screen.queryByRole('dialog', dialog)).toBeNull());
  press(passkeyTexts.make);
  await give('geheim');
  expect(await screen.findByText(secondFactorTexts.codes)).toBeDefined();
  expect(sent.at(-1)?.body).toMatchObject({ name: 'Laptop' });
});
