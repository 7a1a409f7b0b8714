// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Person, PersonFields } from '@/api/types';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { VogCard } from './VogCard';

const texts = personTexts.vog;

vi.spyOn(notifications, 'show').mockReturnValue('');

const acf = {
  ...{ 'assoc-id': 'ABCD123', 'datum-vog': '2020-01-01', vog_required: true },
  ...{ vog_email_sent_date: '2026-06-01', vog_reminder_sent_date: '' },
  vog_justis_submitted_date: '2026-06-23',
} as PersonFields;
const person = { id: 12, acf, etag: '"1"' } as Person;

function open(capabilities: string[]) {
  const sent = serve({
    'GET /club/v1/session': { nonce: 'n', user: { id: 3, is_admin: false, capabilities } },
    'PUT /cms/v2/people/12': person,
  });
  show(<VogCard person={person} />);
  return () => sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
}

const all = () => screen.findByRole('button', { name: commonTexts.editThing(texts.title) });

it('changes and clears how far a request is, which the server keeps beside the fields', async () => {
  const changes = open(['vog']);
  fireEvent.click(await all());
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
  type(texts.vog_justis_submitted_date, '');
  type(texts.vog_reminder_sent_date, '24-6-2026');
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()).toEqual([
    { acf: {}, meta: { vog_justis_submitted_date: '', vog_reminder_sent_date: '2026-06-24' } },
  ]);
});

it('changes one step where it stands', async () => {
  const changes = open(['vog']);
  const edit = commonTexts.editThing(texts.vog_justis_submitted_date);
  fireEvent.click(await screen.findByRole('button', { name: edit }));
  const input = screen.getByRole('textbox', { name: texts.vog_justis_submitted_date });
  fireEvent.change(input, { target: { value: '20-6-2026' } });
  fireEvent.submit(input);
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()).toEqual([{ acf: {}, meta: { vog_justis_submitted_date: '2026-06-20' } }]);
});

it('shows the steps alone to who does not keep them', async () => {
  open([]);
  expect(await screen.findByText(texts.keptBy)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
