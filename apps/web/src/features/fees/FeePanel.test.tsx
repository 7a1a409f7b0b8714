// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { FeeMember, ListedInvoice } from '@/api/types';
import { later, refusal, serve, show, triesToClose } from '@/testing';
import { feeTexts as texts } from '@/texts/fees';

import FeePanel from './FeePanel';

const me = vi.hoisted(() => ({ id: 1, is_admin: true, capabilities: ['financieel'] }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me }),
}));
vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#there">{children}</a>,
}));
const told = vi.spyOn(notifications, 'show').mockReturnValue('');

beforeEach(() => {
  me.is_admin = true;
  told.mockClear();
});

const season = '2025-2026';

const fee = (total: number, excluded = false) => ({
  excluded,
  message: '',
  trace: {
    ...{
      season,
      total,
      category: { label: 'Pupil', amount: total, rule: 'catch_all', match: 'x' },
    },
    ...{ family: null, prorata: { percent: 100, amount: total, quarter: 0, since: '' } },
  },
});

const invoice = (id: number, credited: number, more: Partial<ListedInvoice> = {}) => ({
  ...{ id, invoice_number: `C2026-00${id}`, type: 'membership', season, status: 'sent' },
  ...{ total_amount: 135, credited_amount: credited, to_review: false },
  ...more,
});

const create = 'POST /club/v1/fees/create-membership-invoice';

function open(of: object, invoices: object[]) {
  const sent = serve({
    'GET /club/v1/fees/person/7': of,
    'GET /club/v1/invoices': () => invoices,
    [create]: () => {
      invoices.push(invoice(9, 0, { status: 'draft' }));
      return invoices.at(-1);
    },
  });
  const member: Partial<FeeMember> = { id: 7, name: 'Ada' };
  show(
    <FeePanel member={member as FeeMember} season={season} forecast={false} onClose={vi.fn()} />,
  );
  return sent;
}

const button = () => screen.queryByRole('button', { name: texts.bill });

it.each([
  ['nobody billed yet', []],
  ['billed for another season', [invoice(1, 0, { season: '2024-2025' })]],
  ['billed for a case', [invoice(1, 0, { type: 'discipline', season: null })]],
  ['whose invoice was credited in full', [invoice(1, 135)]],
])('bills a member %s', async (_, invoices) => {
  const sent = open(fee(135), [...invoices]);
  fireEvent.click(await screen.findByRole('button', { name: texts.bill }));
  expect(await screen.findByText(texts.invoiceOf('C2026-009'))).toBeTruthy();
  await waitFor(() => expect(button()).toBeNull());
  expect(sent.find(({ call }) => call === create)?.body).toEqual({ person_id: 7, season });
  expect(told).toHaveBeenCalledWith({ color: 'green', message: texts.billed('C2026-009') });
});

it('bills nobody twice', async () => {
  open(fee(135), [invoice(1, 100)]);
  expect(await screen.findByText(texts.invoiceOf('C2026-001'))).toBeTruthy();
  expect(button()).toBeNull();
});

it.each([
  ['pays nothing', fee(0), true],
  ['is left out', fee(135, true), true],
  ['is looked at by the treasurer alone', fee(135), false],
])('makes no invoice for a member who %s', async (_, of, isAdmin) => {
  me.is_admin = isAdmin;
  open(of, [invoice(1, 135)]);
  expect(await screen.findByText(texts.credited)).toBeTruthy();
  expect(button()).toBeNull();
});

it('stays while somebody is billed, and then says that it failed', async () => {
  const { promise, resolve } = later<Response>();
  serve({
    'GET /club/v1/fees/person/7': fee(135),
    'GET /club/v1/invoices': [],
    [create]: () => promise,
  });
  const onClose = vi.fn();
  const member: Partial<FeeMember> = { id: 7, name: 'Ada' };
  show(
    <FeePanel member={member as FeeMember} season={season} forecast={false} onClose={onClose} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: texts.bill }));
  await triesToClose(texts.bill);
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
});
