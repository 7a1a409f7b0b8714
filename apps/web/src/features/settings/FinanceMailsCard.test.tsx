// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { FinanceSettings } from '@/api/types';
import { type Choice, leaving } from '@/lib/unsaved';
import { later, serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { financeTexts } from '@/texts/finance';

import { FinanceMailsCard } from './FinanceMailsCard';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const texts = financeTexts.mails;
const first = 'membership_email_template';

const saved = (text: string) => {
  const some: Partial<FinanceSettings> = { [first]: text };
  return some as FinanceSettings;
};

// A field that grows asks for it when a font has come.
Object.assign(document, { fonts: new EventTarget() });

const text = () => screen.getByLabelText<HTMLTextAreaElement>(texts.text);
const type = (value: string) => fireEvent.change(text(), { target: { value } });
const answer = (choice: Choice) =>
  act(() => {
    leaving.settle(choice);
    return Promise.resolve();
  });
const canSave = () =>
  !screen.getByRole<HTMLButtonElement>('button', { name: commonTexts.save }).disabled;

it('asks before another mail takes the place of one that is being changed', async () => {
  show(<FinanceMailsCard saved={saved('Beste lid')} />);
  type('Hallo lid');
  const which = screen.getByRole<HTMLInputElement>('combobox', { name: texts.which });
  const other = Object.entries(texts.names).find(([name]) => name !== first)?.[1] ?? '';
  const choose = () => {
    fireEvent.click(which);
    fireEvent.click(screen.getByRole('option', { name: other }));
  };
  choose();
  expect(leaving.isAsked()).toBe(true);
  await answer('stay');
  expect(text().value).toBe('Hallo lid');
  expect(which.value).toBe(texts.names[first]);
  choose();
  await answer('drop');
  expect(which.value).toBe(other);
});

it('shows what a colleague saved, and offers to save only what was typed here', () => {
  const { show: again } = show(<FinanceMailsCard saved={saved('Beste lid')} />);
  type('Hallo');
  type('Beste lid');
  again(<FinanceMailsCard saved={saved('Dag lid')} />);
  expect(text().value).toBe('Dag lid');
  expect(canSave()).toBe(false);
  type('Dag leden');
  expect(canSave()).toBe(true);
  again(<FinanceMailsCard saved={saved('Hoi lid')} />);
  expect(text().value).toBe('Dag leden');
});

it.each(['Hoi leden', 'Beste lid'])('leaves %s, typed while it was being saved', async (since) => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const sent = serve({ 'POST /club/v1/finance/settings': () => promise });
  const { show: again } = show(<FinanceMailsCard saved={saved('Beste lid')} />);
  type('Hallo lid');
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ [first]: 'Hallo lid' }]));
  type(since);
  again(<FinanceMailsCard saved={saved('Hallo lid')} />);
  resolve({ [first]: 'Hallo lid' });
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(text().value).toBe(since);
  await waitFor(() => expect(canSave()).toBe(true));
});
