// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { clubTexts as texts } from '@/texts/club';
import { commonTexts } from '@/texts/common';

import { ClubTab } from './ClubTab';

vi.spyOn(notifications, 'show').mockReturnValue('');

const club = {
  name: 'vv Elzendam',
  name_given: false,
  shown_name: 'vv Elzendam',
  colour: '#006644',
  logo_url: '',
  sender_name: '',
  sender_email: 'bestuur@elzendam.example',
  sender_given: false,
};

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

it('shows what the operator gave, and neither changes nor sends it', async () => {
  const sent = serve({
    'GET /club/v1/club/settings': { ...club, name_given: true, sender_given: true },
    'POST /club/v1/club/settings': { ...club, name_given: true, sender_given: true },
  });
  show(<ClubTab />);
  for (const name of [texts.name, texts.senderEmail, texts.senderName]) {
    expect((await field(name)).readOnly, name).toBe(true);
  }
  expect(screen.getByText(texts.given)).toBeTruthy();
  expect(screen.getByText(texts.senderGiven)).toBeTruthy();
  fireEvent.change(await field(texts.colour), { target: { value: '#aa0000' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toContain('POST /club/v1/club/settings'),
  );
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ colour: '#aa0000' });
});

it('lets administrators set what the operator did not give', async () => {
  const sent = serve({
    'GET /club/v1/club/settings': club,
    'POST /club/v1/club/settings': { ...club, sender_email: 'post@elzendam.example' },
  });
  show(<ClubTab />);
  const address = await field(texts.senderEmail);
  expect(address.readOnly).toBe(false);
  expect((await field(texts.name)).readOnly).toBe(false);
  fireEvent.change(address, { target: { value: 'post@elzendam.example' } });
  fireEvent.submit(address);
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      sender_email: 'post@elzendam.example',
    }),
  );
});
