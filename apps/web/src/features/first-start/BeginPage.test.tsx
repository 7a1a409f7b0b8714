// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { reentry } from '@/api/confirmation';
import type { Me } from '@/api/types';
import { serve, show } from '@/testing';
import { clubTexts } from '@/texts/club';
import { signInAgainTexts } from '@/texts/sign-in';

import { BeginPage } from './BeginPage';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: 'a',
  useNavigate: () => vi.fn(),
}));

const club = {
  name: 'vv Elzendam',
  name_given: false,
  shown_name: 'vv Elzendam',
  colour: '#006644',
  logo_url: '',
  sender_name: '',
  sender_email: '',
  sender_given: false,
};

afterEach(() => reentry.settle(false));

it('asks who is not signed in any more to do that, and keeps what was typed', async () => {
  serve({ 'GET /club/v1/club/settings': club });
  show(<BeginPage me={{ id: 3, email: 'piet@club.nl' } as Me} />);
  const name = await screen.findByLabelText<HTMLInputElement>(clubTexts.name);
  fireEvent.change(name, { target: { value: 'VV De Elzen' } });
  act(() => void reentry.ask()); // as a call does that was refused
  await screen.findByRole('dialog', { name: signInAgainTexts.title });
  expect(name.value).toBe('VV De Elzen');
});
