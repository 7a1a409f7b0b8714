// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { later, serve, show } from '@/testing';
import { financeTexts } from '@/texts/finance';
import { numberTexts } from '@/texts/numbers';

import { FinanceTab } from './FinanceTab';

vi.mock('./FinanceMailsCard', () => ({ FinanceMailsCard: () => null }));

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const { sender: texts, provider } = financeTexts;

const settings = {
  org_name: 'vv Elzendam',
  org_address: '',
  contact_email: '',
  bcc_email: '',
  iban: 'NL01OLD',
  payment_term_days: 14,
  payment_clause: '',
  accent_color: '',
  installment_admin_fee: 1,
  invoice_reminders: true,
  logo_id: 0,
  logo_url: '',
  mollie_has_api_key: false,
};

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

it('sends what was changed alone, so that what a colleague changed meanwhile stays', async () => {
  let now = settings;
  const sent = serve({
    'GET /club/v1/finance/settings': settings,
    'POST /club/v1/finance/settings': (body: Partial<typeof settings>) =>
      (now = { ...now, ...body }),
  });
  show(<FinanceTab />);
  const name = await field(texts.name);
  now = { ...now, iban: 'NL02NEW' };
  fireEvent.change(name, { target: { value: 'vv Elzendam 1922' } });
  fireEvent.submit(name);
  await waitFor(async () => expect((await field(texts.iban)).value).toBe('NL02NEW'));
  fireEvent.change(await field(texts.contact), { target: { value: 'geld@elzendam.example' } });
  fireEvent.submit(name);
  await waitFor(() =>
    expect(sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { org_name: 'vv Elzendam 1922' },
      { contact_email: 'geld@elzendam.example' },
    ]),
  );
});

it.each([
  ['€ 2', 2],
  ['€ 1,50', 1.5],
])('sends the fee of %s as a number', async (typed, fee) => {
  const sent = serve({
    'GET /club/v1/finance/settings': settings,
    'POST /club/v1/finance/settings': (body: Partial<typeof settings>) => ({
      ...settings,
      ...body,
    }),
  });
  show(<FinanceTab />);
  const input = await field(texts.fee);
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.submit(input);
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ installment_admin_fee: fee }));
});

it('says at the field what is wrong with it', async () => {
  const message = 'Dit moet tussen 1 en 365 liggen.';
  const sent = serve({
    'GET /club/v1/finance/settings': settings,
    'POST /club/v1/finance/settings': Response.json(
      {
        code: 'rest_invalid_param',
        message: 'Ongeldig.',
        data: { status: 400, params: { payment_term_days: message } },
      },
      { status: 400 },
    ),
  });
  show(<FinanceTab />);
  const input = await field(texts.term);
  fireEvent.change(input, { target: { value: '' } });
  expect(input.value).toBe('');
  fireEvent.submit(input);
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(sent.at(-1)?.body).toEqual({ payment_term_days: 0 });
});

it('asks for a fee that is empty, instead of taking it for none', async () => {
  const sent = serve({ 'GET /club/v1/finance/settings': settings });
  show(<FinanceTab />);
  const input = await field(texts.fee);
  fireEvent.change(input, { target: { value: '' } });
  expect(input.value).toBe('');
  fireEvent.submit(input);
  expect(await screen.findByText(numberTexts.missing)).toBeTruthy();
  expect(sent.map(({ call }) => call)).toEqual(['GET /club/v1/finance/settings']);
});

it('leaves what was typed while it was being saved, to be saved with what comes next', async () => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const sent = serve({
    'GET /club/v1/finance/settings': settings,
    'POST /club/v1/finance/settings': () => promise,
  });
  const posted = () => sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  show(<FinanceTab />);
  const name = await field(texts.name);
  fireEvent.change(name, { target: { value: 'vv Elzendam 1922' } });
  fireEvent.submit(name);
  await waitFor(() => expect(posted()).toHaveLength(1));
  fireEvent.change(name, { target: { value: 'vv Elzendam 1923' } });
  fireEvent.change(await field(texts.contact), { target: { value: 'geld@elzendam.example' } });
  resolve({ ...settings, org_name: 'vv Elzendam 1922', iban: 'NL02NEW' });
  await waitFor(() => expect(said).toHaveBeenCalled());
  await waitFor(async () => expect((await field(texts.iban)).value).toBe('NL02NEW'));
  expect(name.value).toBe('vv Elzendam 1923');
  fireEvent.submit(name);
  await waitFor(() =>
    expect(posted()[1]).toEqual({
      org_name: 'vv Elzendam 1923',
      contact_email: 'geld@elzendam.example',
    }),
  );
});

it('leaves a key that was typed while another was being taken away', async () => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const saved = { ...settings, mollie_has_api_key: true };
  const sent = serve({
    'GET /club/v1/finance/settings': saved,
    'POST /club/v1/finance/settings': () => promise,
  });
  show(<FinanceTab />);
  fireEvent.click(await screen.findByRole('button', { name: provider.remove }));
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true));
  const key = await field(provider.key);
  fireEvent.change(key, { target: { value: 'live_1234' } });
  resolve(settings);
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(await screen.findByText(provider.none)).toBeTruthy();
  expect(key.value).toBe('live_1234');
});
