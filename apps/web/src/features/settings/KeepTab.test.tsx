// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { numberTexts } from '@/texts/numbers';
import { erasureTexts } from '@/texts/erasure';
import { leaverTexts as leavers } from '@/texts/leavers';

import { KeepTab } from './KeepTab';

const { list: texts } = erasureTexts;

vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#person">{children}</a>,
}));

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const planned = {
  id: 4,
  person: 70,
  name: 'Wessel Oudshoorn',
  state: 'planned',
  cause: 'asked',
  asked: '2026-11-17 14:05:00',
  by: 'Jan Beheer',
  due: '2026-12-17 14:05:00',
  ended: '',
  open: [],
  parts: [],
};

const part = { kind: 'notes', title: 'Notities', why: 'Worden gewist.' };

const destroyed = {
  ...planned,
  id: 3,
  person: 69,
  name: '',
  state: 'destroyed',
  ended: '2026-11-15 04:00:00',
  parts: [
    { ...part, fate: 'goes', count: 5 },
    { ...part, kind: 'invoices', fate: 'stays', count: 2 },
  ],
};

const rule = (kind: string, title: string, months: number) => ({
  kind,
  title,
  why: 'Daarom.',
  enabled: true,
  months,
});

const overview = {
  enabled: false,
  notice_days: 14,
  rules: [rule('photo', 'Foto', 0), rule('contacts', 'E-mail en telefoon', 24)],
  kept: [],
  tells_to: ['Lena Leden'],
  proposals: [],
  mailed: '',
  next: '',
};

const waiting = {
  id: 5,
  state: 'waiting',
  made: '2026-11-17 00:05:00',
  due: '2026-12-01 00:05:00',
  ended: '',
  stopped_by: '',
  people: 2,
  left_out: 0,
  counts: [{ kind: 'contacts', count: 2, done: 0 }],
};

const touched = { person: 8, name: 'Joost Rietveld', left: '2020-01-31', kinds: ['contacts'] };

const rehearsal = { people: 0, counts: [], spared: [], first: [] };

const session = (is_admin: boolean) => ({
  user: { id: 1, is_admin, capabilities: [] },
  nonce: 'n',
  second_factor_setup: false,
});

/** A server on which nobody is kept and nobody was erased. */
const served = (more: Record<string, unknown> = {}) =>
  serve({
    'GET /club/v1/session': session(true),
    'GET /club/v1/leavers': overview,
    'GET /club/v1/leavers/rehearsal': rehearsal,
    'GET /club/v1/leavers/proposals/5/people': [touched],
    'GET /club/v1/erasures': [],
    ...more,
  });

it('says that the rules are off, and what they would do', async () => {
  served({
    'GET /club/v1/leavers/rehearsal': {
      people: 3,
      counts: [{ kind: 'contacts', count: 3, done: 0 }],
      spared: [{ why: 'undated', count: 1 }],
      first: [touched],
    },
  });
  show(<KeepTab />);
  expect(await screen.findByText(leavers.rehearsal.count(3))).toBeTruthy();
  expect(screen.getByText(leavers.off)).toBeTruthy();
  expect(screen.getByText(leavers.counted('E-mail en telefoon', 3, 0))).toBeTruthy();
  expect(screen.getByText('Joost Rietveld')).toBeTruthy();
  expect(screen.getByText(leavers.left('31 jan 2020', ['e-mail en telefoon']))).toBeTruthy();
  expect(screen.getByText(leavers.rehearsal.more(2))).toBeTruthy();
  expect(screen.getByText(leavers.spared.undated(1))).toBeTruthy();
});

it('tells what waits, and that no mail went out; it is stopped', async () => {
  const stopped = { ...waiting, state: 'stopped', ended: '2026-11-18 10:00:00', stopped_by: 'Jan' };
  const sent = served({
    'GET /club/v1/leavers': { ...overview, enabled: true, proposals: [waiting] },
    'DELETE /club/v1/leavers/proposals/5': { ...overview, enabled: true, proposals: [stopped] },
  });
  show(<KeepTab />);
  expect(await screen.findByText(leavers.waiting.title('1 dec 2026', 2))).toBeTruthy();
  expect(screen.getByText(leavers.waiting.unmailed)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: leavers.waiting.stop }));
  const dialog = await screen.findByRole('dialog', { name: leavers.waiting.stopTitle });
  fireEvent.click(within(dialog).getByRole('button', { name: leavers.waiting.stop }));
  expect(await screen.findByText(leavers.history.stopped('18 nov 2026', 'Jan'))).toBeTruthy();
  expect(sent.map(({ call }) => call)).toContain('DELETE /club/v1/leavers/proposals/5');
});

it('shows the first of many, and the rest when somebody asks', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ ...touched, person: at + 1 }));
  served({
    'GET /club/v1/leavers': {
      ...overview,
      enabled: true,
      proposals: [{ ...waiting, people: 104, left_out: 1 }],
    },
    'GET /club/v1/leavers/proposals/5/people': many,
  });
  show(<KeepTab />);
  const all = await screen.findByRole('button', { name: commonTexts.showAll(103) });
  expect(screen.getAllByText('Joost Rietveld')).toHaveLength(10);
  expect(screen.queryByRole('button', { name: commonTexts.more })).toBeNull();
  fireEvent.click(all);
  expect(screen.getAllByText('Joost Rietveld')).toHaveLength(100);
  expect(screen.getByRole('button', { name: commonTexts.more })).toBeTruthy();
});

it('keeps somebody with a reason, and says why not', async () => {
  const answers: Record<string, unknown> = {
    'GET /club/v1/leavers': { ...overview, enabled: true, proposals: [waiting] },
    'PUT /club/v1/leavers/kept/8': Response.json(
      {
        code: 'rest_invalid_param',
        message: 'Ongeldig.',
        data: { status: 400, params: { reason: 'Dit veld is verplicht.' } },
      },
      { status: 400 },
    ),
  };
  const sent = served(answers);
  show(<KeepTab />);
  fireEvent.click(
    await screen.findByRole('button', { name: leavers.keep.thing('Joost Rietveld') }),
  );
  const dialog = await screen.findByRole('dialog', { name: leavers.keep.title('Joost Rietveld') });
  fireEvent.click(within(dialog).getByRole('button', { name: leavers.keep.action }));
  expect(await within(dialog).findAllByText('Dit veld is verplicht.')).toHaveLength(2);
  const kept = {
    person: 8,
    name: 'Joost Rietveld',
    reason: 'Erelid',
    by: 'Jan',
    since: '2026-11-18',
  };
  served({ ...answers, 'PUT /club/v1/leavers/kept/8': { ...overview, kept: [kept] } });
  fireEvent.change(within(dialog).getByLabelText(leavers.keep.reason), {
    target: { value: 'Erelid' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: leavers.keep.action }));
  expect(await screen.findByText(leavers.kept.about('Erelid', 'Jan', '18 nov 2026'))).toBeTruthy();
  expect(sent.map(({ call }) => call)).toContain('PUT /club/v1/leavers/kept/8');
});

it('saves the rules as they were set', async () => {
  const sent = served({
    'PUT /club/v1/leavers/rules': (body: object) => ({
      ...overview,
      ...body,
      rules: overview.rules,
    }),
  });
  show(<KeepTab />);
  fireEvent.click(await screen.findByLabelText(leavers.rules.enabled, { exact: false }));
  fireEvent.change(screen.getByLabelText(leavers.rules.months('Foto')), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'PUT /club/v1/leavers/rules')?.body).toEqual({
      enabled: true,
      notice_days: 14,
      rules: [
        { kind: 'photo', enabled: true, months: 3 },
        { kind: 'contacts', enabled: true, months: 24 },
      ],
    }),
  );
});

it('takes no months that were left empty for none', async () => {
  const sent = served({ 'PUT /club/v1/leavers/rules': overview });
  show(<KeepTab />);
  const months = await screen.findByLabelText(leavers.rules.months('E-mail en telefoon'));
  fireEvent.change(months, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  expect(await screen.findByText(numberTexts.missing)).toBeTruthy();
  expect(sent.map(({ call }) => call)).not.toContain('PUT /club/v1/leavers/rules');
  fireEvent.change(months, { target: { value: '0' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'PUT /club/v1/leavers/rules')?.body).toMatchObject({
      rules: [{ months: 0 }, { kind: 'contacts', months: 0 }],
    }),
  );
});

it('keeps the months of a rule that is turned off with an empty field', async () => {
  const sent = served({ 'PUT /club/v1/leavers/rules': overview });
  show(<KeepTab />);
  fireEvent.change(await screen.findByLabelText(leavers.rules.months('E-mail en telefoon')), {
    target: { value: '' },
  });
  fireEvent.click(screen.getByRole('switch', { name: /E-mail en telefoon/ }));
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'PUT /club/v1/leavers/rules')?.body).toMatchObject({
      rules: [{ months: 0 }, { kind: 'contacts', enabled: false, months: 24 }],
    }),
  );
});

it('keeps the months as they were typed', async () => {
  const sent = served({ 'PUT /club/v1/leavers/rules': overview });
  show(<KeepTab />);
  fireEvent.change(await screen.findByLabelText(leavers.rules.months('E-mail en telefoon')), {
    target: { value: '012 maanden' },
  });
  fireEvent.change(screen.getByLabelText(leavers.rules.notice), { target: { value: '021' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'PUT /club/v1/leavers/rules')?.body).toMatchObject({
      notice_days: 21,
      rules: [{ months: 0 }, { kind: 'contacts', months: 12 }],
    }),
  );
});

it('lets who keeps the members read the rules, and nothing of who was erased', async () => {
  const sent = served({ 'GET /club/v1/session': session(false) });
  show(<KeepTab />);
  expect(await screen.findByText(leavers.rules.readOnly)).toBeTruthy();
  expect(screen.getByText(leavers.rules.line('E-mail en telefoon', 24))).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
  expect(sent.map(({ call }) => call)).not.toContain('GET /club/v1/erasures');
});

it('tells who is to be erased, by whom and when, and of who was a number alone', async () => {
  served({ 'GET /club/v1/erasures': [planned, destroyed] });
  show(<KeepTab />);
  expect(await screen.findByText('Wessel Oudshoorn')).toBeTruthy();
  expect(screen.getByText(texts.due('17 nov 2026', 'Jan Beheer', '17 dec 2026'))).toBeTruthy();
  expect(screen.getByText(texts.gone(69))).toBeTruthy();
  expect(screen.getByText(texts.destroyed('15 nov 2026', 5))).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /terugdraaien$/ })).toHaveLength(1);
});

it('says that the rules did it', async () => {
  served({ 'GET /club/v1/erasures': [{ ...planned, cause: 'left', by: '' }] });
  show(<KeepTab />);
  expect(await screen.findByText(texts.left('17 nov 2026', '17 dec 2026'))).toBeTruthy();
});

it('says that it waits, and for which invoices', async () => {
  served({ 'GET /club/v1/erasures': [{ ...planned, open: ['2026C7', '2026C9'] }] });
  show(<KeepTab />);
  expect(await screen.findByText(texts.states.waiting)).toBeTruthy();
  expect(screen.getByText(/17 dec 2026.*: 2026C7, 2026C9\./)).toBeTruthy();
});

it('brings somebody back, and says so', async () => {
  const sent = served({
    'GET /club/v1/erasures': [planned],
    'DELETE /club/v1/erasures/4': { ...planned, state: 'withdrawn', ended: '2026-11-20 10:00:00' },
  });
  show(<KeepTab />);
  fireEvent.click(await screen.findByLabelText(texts.withdrawThing('Wessel Oudshoorn')));
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith({ color: 'green', message: texts.back('Wessel Oudshoorn') }),
  );
  expect(sent.map(({ call }) => call)).toContain('DELETE /club/v1/erasures/4');
});

it('says why somebody does not come back', async () => {
  const message = 'Deze wissing is al uitgevoerd of teruggedraaid.';
  const ended = Response.json(
    { code: 'erasure_ended', message, data: { status: 409 } },
    { status: 409 },
  );
  served({ 'GET /club/v1/erasures': [planned], 'DELETE /club/v1/erasures/4': ended });
  show(<KeepTab />);
  fireEvent.click(await screen.findByLabelText(texts.withdrawThing('Wessel Oudshoorn')));
  await waitFor(() =>
    expect(said).toHaveBeenLastCalledWith(expect.objectContaining({ color: 'red', message })),
  );
});

it('says so when nobody was erased', async () => {
  served({ 'GET /club/v1/erasures': [] });
  show(<KeepTab />);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
});
