// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { ClubUser } from '@/api/types';
import { serve, show } from '@/testing';
import { accountTexts as texts } from '@/texts/settings-admin';

import AccountDialog from './AccountDialogs';

const some: Partial<ClubUser> = { id: 4, name: 'Hidde', linked_person_name: null };
const user = some as ClubUser;

const call = 'POST /club/v1/user/linked-person';

it('links an account to the person who was chosen', async () => {
  const sent = serve({
    'GET /club/v1/search': { people: [{ id: 8, name: 'Hidde Bos', former_member: false }] },
    [call]: { person_id: 8 },
  });
  const onClose = vi.fn();
  show(<AccountDialog user={user} deed="link" onClose={onClose} />);
  const who = screen.getByRole('combobox', { name: texts.person });
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: texts.linkSubmit });
  expect(submit.disabled).toBe(true);
  who.focus();
  fireEvent.change(who, { target: { value: 'Hidde' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Hidde Bos' }));
  fireEvent.click(submit);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual({ call, body: { user_id: 4, person_id: 8 } });
});

it('says what goes before an account is nobody’s any more', async () => {
  const sent = serve({ [call]: { person_id: null } });
  const onClose = vi.fn();
  const linked = { ...user, linked_person_id: 8, linked_person_name: 'Hidde Bos' };
  show(<AccountDialog user={linked} deed="unlink" onClose={onClose} />);
  screen.getByText(texts.unlinkConfirm('Hidde', 'Hidde Bos'));
  fireEvent.click(screen.getByRole('button', { name: texts.unlink }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ call, body: { user_id: 4, person_id: null } }]);
});
