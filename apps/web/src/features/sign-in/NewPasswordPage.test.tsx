// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { settingsTexts } from '@/texts/settings';
import { newPasswordTexts as texts } from '@/texts/sign-in';

import { NewPasswordPage } from './NewPasswordPage';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: string }) => <a href="/wachtwoord">{children}</a>,
  useNavigate: () => () => Promise.resolve(),
}));

const password = 'een-lang-wachtwoord';
const type = (label: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: password } });

it.each([false, true])(
  'takes along what else lets somebody in when that is ticked: %s',
  async (ticked) => {
    const sent: unknown[] = [];
    serve({
      'GET /club/v1/password-reset/abc': { valid: true },
      'POST /club/v1/password-reset/abc': (body: unknown) => {
        sent.push(body);
        return { success: true, message: 'Wachtwoord ingesteld.' };
      },
    });
    show(<NewPasswordPage token="abc" />);
    const tick = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: settingsTexts.password.revoke,
    });
    expect(tick.checked).toBe(false);
    type(settingsTexts.password.new);
    type(settingsTexts.password.repeat);
    if (ticked) fireEvent.click(tick);
    fireEvent.click(screen.getByRole('button', { name: texts.submit }));
    await waitFor(() =>
      expect(sent).toEqual([{ new_password: password, revoke_application_passwords: ticked }]),
    );
  },
);
