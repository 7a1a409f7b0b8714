// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { ClubUser } from '@/api/types';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { accountTexts as texts } from '@/texts/settings-admin';

import AccountDialog from './AccountDialogs';

const some: Partial<ClubUser> = { id: 4, name: 'Hidde', email: 'hide@club.example' };
const user = some as ClubUser;

const call = 'PUT /club/v1/users/4/email';

it('corrects an e-mail address', async () => {
  const sent = serve({ [call]: { email: 'hidde@club.example' } });
  const onClose = vi.fn();
  show(<AccountDialog user={user} deed="email" onClose={onClose} />);
  const address = screen.getByLabelText<HTMLInputElement>(texts.newEmail);
  expect(address.value).toBe('hide@club.example');
  fireEvent.change(address, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await screen.findByText(texts.emailMissing);
  fireEvent.change(address, { target: { value: ' Hidde@club.example ' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ call, body: { email: 'Hidde@club.example' } }]);
});

it('shows why an address is refused, at the field', async () => {
  const message = 'Dit is geen geldig e-mailadres.';
  serve({
    [call]: Response.json(
      { code: 'rest_invalid_param', message, data: { status: 400, params: { email: message } } },
      { status: 400 },
    ),
  });
  show(<AccountDialog user={user} deed="email" onClose={vi.fn()} />);
  const address = screen.getByLabelText<HTMLInputElement>(texts.newEmail);
  fireEvent.change(address, { target: { value: 'hidde' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
});

it('says which mailbox a link that sets a password goes to', async () => {
  serve({ 'GET /club/v1/users': [{ ...user, linked_person_id: 8 }] });
  const { show: again } = show(<AccountDialog user={user} deed="reset" onClose={vi.fn()} />);
  screen.getByText(texts.resetIntro('Hidde', 'hide@club.example'));
  const linked = { ...user, linked_person_id: 8 };
  again(<AccountDialog user={linked} deed="welcome" onClose={vi.fn()} />);
  await screen.findByText(texts.resendConfirm('Hidde', 'hide@club.example'));
});
