// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Person, WorkEntry } from '@/api/types';
import { isoDay } from '@/lib/dates';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { dateTexts } from '@/texts/dates';
import { personTexts } from '@/texts/person';

import { HistoryCard } from './HistoryCard';

const texts = personTexts.history;

const work = (entry: Partial<WorkEntry>): WorkEntry => ({
  team: 0,
  entity_type: '',
  job_title: '',
  description: '',
  start_date: '',
  end_date: '',
  is_current: false,
  ...entry,
});

const rows = [
  work({ job_title: 'Trainer', start_date: '2020-01-09', end_date: '2020-01-08' }),
  work({ job_title: 'Leider', start_date: '2024-08-01', is_current: true }),
];
const person = { id: 12, acf: { work_history: rows } } as unknown as Person;

function open() {
  const sent = serve({
    'PUT /cms/v2/people/12': person,
    'GET /club/v1/groups': [],
  });
  show(<HistoryCard person={person} />);
  return () => sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.findByRole('textbox', { name });
const type = (input: HTMLElement, value: string) => {
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const body = (work_history: WorkEntry[]) => ({ acf: { work_history } });

it('adds a row without opening the others', async () => {
  const sent = open();
  press(texts.addLong);
  await field(texts.start_date);
  expect(screen.getAllByRole('textbox', { name: texts.start_date })).toHaveLength(1);
  fireEvent.change(screen.getByRole('combobox', { name: texts.job_title }), {
    target: { value: 'Keeper' },
  });
  press(commonTexts.save);
  const added = work({ job_title: 'Keeper', start_date: isoDay(new Date()), is_current: true });
  await waitFor(() => expect(sent()).toEqual([body([...rows, added])]));
});

it('ends one, and knows by its end that it is not current', async () => {
  const sent = open();
  press(texts.change('Leider'));
  type(await field(texts.end_date), '1-2-2025');
  press(commonTexts.save);
  const ended = { ...rows[1], end_date: '2025-02-01', is_current: false } as WorkEntry;
  await waitFor(() => expect(sent()).toEqual([body([rows[0] ?? ended, ended])]));
});

it('refuses an end before the start, and what is no date', async () => {
  const sent = open();
  press(texts.change('Leider'));
  const end = await field(texts.end_date);
  type(end, '1-2-2020');
  press(commonTexts.save);
  expect(screen.getByText(dateTexts.endsTooSoon)).toBeDefined();
  type(end, '31-2-2025');
  press(commonTexts.save);
  expect(screen.getByText(dateTexts.notADate)).toBeDefined();
  expect(sent()).toEqual([]);
});

it('removes one after a second press', async () => {
  const sent = open();
  press(texts.change('Trainer'));
  fireEvent.click(await screen.findByRole('button', { name: texts.remove }));
  expect(sent()).toEqual([]);
  press(texts.removeNow);
  await waitFor(() => expect(sent()).toEqual([body(rows.slice(1))]));
});
