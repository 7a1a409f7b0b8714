// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved, leaving } from '@/lib/unsaved';
import { later, serve, show } from '@/testing';
import { feeTexts as texts } from '@/texts/fees';
import { numberTexts } from '@/texts/numbers';

import type { CategoryList } from './CategoryList';
import { FeeSettingsPage } from './FeeSettingsPage';
import type { CategoryDraft } from './settings';

vi.mock('@/components/ButtonLink', () => ({ ButtonLink: () => null }));
vi.mock('./CategoryList', () => ({
  CategoryList: ({ categories, onChange }: ComponentProps<typeof CategoryList>) => (
    <>
      <output>{categories.map(({ label }) => label).join()}</output>
      <button onClick={() => onChange([...categories, { ...category('Walking'), slug: 'w' }])}>
        one more
      </button>
    </>
  ),
}));
vi.mock('./PreviewDialog', () => ({
  default: ({ onSave }: { onSave: () => void }) => (
    <button type="button" onClick={onSave}>
      keep it
    </button>
  ),
}));

const category = (label: string): CategoryDraft => ({
  ...{ slug: label, label, amount: 100, youth: false, ageClasses: '', functions: '', teams: [] },
});

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const seasonOf = (key: string, plan3: boolean) => ({
  key,
  borrowed_from: null,
  own: true,
  categories: {},
  family_discount: { second_child_percent: 25, third_child_percent: 50 },
  installment_plan_3_enabled: plan3,
  installment_plan_8_enabled: false,
});

const settings = {
  current_season: seasonOf('2026-2027', false),
  next_season: seasonOf('2027-2028', false),
};

const [path, preview] = ['/club/v1/membership-fees/settings', '/club/v1/membership-fees/preview'];

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const season = () => screen.getByLabelText<HTMLSelectElement>(texts.season);
const choose = (value: string) => fireEvent.change(season(), { target: { value } });

it('asks before another season takes the place of what was typed', async () => {
  serve({ [`GET ${path}`]: settings });
  show(<FeeSettingsPage />);
  fireEvent.click(await box(texts.plan3));
  expect(hasUnsaved()).toBe(true);

  choose('2027-2028');
  expect(leaving.isAsked()).toBe(true);
  leaving.settle('stay');
  await waitFor(() => expect(leaving.isAsked()).toBe(false));
  expect(season().value).toBe('2026-2027');
  expect((await box(texts.plan3)).checked).toBe(true);

  choose('2027-2028');
  leaving.settle('drop');
  await waitFor(() => expect(season().value).toBe('2027-2028'));
  expect((await box(texts.plan3)).checked).toBe(false);
  expect(hasUnsaved()).toBe(false);
});

it('holds nothing unsaved after a save, and goes on from what was kept', async () => {
  const sent = serve({
    [`GET ${path}`]: settings,
    [`POST ${preview}`]: { changed: [], total_from: 0, total_to: 0, warnings: [] },
    [`POST ${path}`]: { ...settings, current_season: seasonOf('2026-2027', true) },
  });
  show(<FeeSettingsPage />);
  const save = async (plan: string) => {
    const field = await box(plan);
    fireEvent.click(field);
    fireEvent.submit(field);
    fireEvent.click(await screen.findByRole('button', { name: 'keep it' }));
    await waitFor(() => expect(said).toHaveBeenCalled());
    await waitFor(() => expect(hasUnsaved()).toBe(false));
    said.mockClear();
  };
  await save(texts.plan3);
  await save(texts.plan8);
  expect(sent.filter(({ call }) => call === `POST ${path}`).map(({ body }) => body)).toEqual([
    { season: '2026-2027', installment_plan_3_enabled: true },
    { season: '2026-2027', installment_plan_8_enabled: true },
  ]);
});

/** Settings with these categories this season. */
const settingsOf = (...labels: string[]) => ({
  ...settings,
  current_season: {
    ...settings.current_season,
    categories: Object.fromEntries(
      labels.map((label, at) => [
        label,
        {
          ...{ label, amount: 100, is_youth: false, sort_order: at },
          ...{ age_classes: [], matching_teams: [], matching_werkfuncties: [] },
        },
      ]),
    ),
  },
});

/** Opens the settings with one category, which a colleague then adds to. */
async function openBefore() {
  let now = settingsOf('Senior');
  const sent = serve({
    [`GET ${path}`]: () => now,
    [`POST ${preview}`]: { changed: [], total_from: 0, total_to: 0, warnings: [] },
    [`POST ${path}`]: () => now,
  });
  show(<FeeSettingsPage />);
  const plan = await box(texts.plan3);
  now = settingsOf('Senior', 'Junior');
  const posted = () => sent.filter(({ call }) => call === `POST ${path}`).map(({ body }) => body);
  const save = async () => {
    fireEvent.submit(plan);
    fireEvent.click(await screen.findByRole('button', { name: 'keep it' }));
  };
  const labels = () => screen.getByRole('status').textContent;
  return { plan, posted, save, labels };
}

it('does not take back categories that a colleague added since it was opened', async () => {
  said.mockClear();
  const { plan, posted, save, labels } = await openBefore();
  fireEvent.click(screen.getByRole('button', { name: 'one more' }));
  fireEvent.click(plan);
  await save();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(posted()).toEqual([]);
  expect(said).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'keep it' })).toBeNull();
  expect(labels()).toBe('Senior,Walking');
  const look = screen.getByRole<HTMLButtonElement>('button', { name: texts.preview });
  expect(look.disabled).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: texts.adopt }));
  expect(labels()).toBe('Senior,Junior');
  expect((await box(texts.plan3)).checked).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'one more' }));
  await save();
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject({ categories: { Senior: {}, Junior: {}, w: {} } });
});

it('saves something else beside what a colleague changed of the categories', async () => {
  said.mockClear();
  const { plan, posted, save, labels } = await openBefore();
  fireEvent.click(plan);
  await save();
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(posted()).toEqual([{ season: '2026-2027', installment_plan_3_enabled: true }]);
  await waitFor(() => expect(labels()).toBe('Senior,Junior'));
});

const none = { changed: [], total_from: 0, total_to: 0, warnings: [] };
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

it('asks for a discount that is empty, instead of taking it for none', async () => {
  const sent = serve({ [`GET ${path}`]: settings, [`POST ${preview}`]: none });
  show(<FeeSettingsPage />);
  const second = await field(texts.second);
  fireEvent.change(second, { target: { value: '' } });
  expect(second.value).toBe('');
  fireEvent.submit(second);
  expect(await screen.findByText(numberTexts.missing)).toBeTruthy();
  expect(sent.map(({ call }) => call)).not.toContain(`POST ${preview}`);

  fireEvent.change(second, { target: { value: '17,5%' } });
  fireEvent.submit(second);
  await screen.findByRole('button', { name: 'keep it' });
  expect(sent.at(-1)?.body).toEqual({
    season: '2026-2027',
    family_discount: { second_child_percent: 17.5 },
  });
});

it('does not take back a discount that a colleague changed since it was opened', async () => {
  let now = settings;
  const sent = serve({
    [`GET ${path}`]: () => now,
    [`POST ${preview}`]: none,
    [`POST ${path}`]: () => now,
  });
  const posted = () => sent.filter(({ call }) => call === `POST ${path}`);
  show(<FeeSettingsPage />);
  const second = await field(texts.second);
  fireEvent.change(second, { target: { value: '30%' } });
  const family_discount = { second_child_percent: 20, third_child_percent: 60 };
  now = { ...settings, current_season: { ...settings.current_season, family_discount } };
  fireEvent.submit(second);
  fireEvent.click(await screen.findByRole('button', { name: 'keep it' }));
  expect(await screen.findByText(texts.overtaken([texts.parts.second]))).toBeTruthy();
  expect(posted()).toEqual([]);
  expect(second.value).toBe('30%');
  // What was not edited here is as the colleague made it.
  expect((await field(texts.third)).value).toBe('60%');
  fireEvent.click(screen.getByRole('button', { name: texts.adopt }));
  expect(second.value).toBe('20%');
});

it('saves what was looked at, and keeps what was typed since', async () => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const sent = serve({
    [`GET ${path}`]: settings,
    [`POST ${preview}`]: () => promise,
    [`POST ${path}`]: { ...settings, current_season: seasonOf('2026-2027', true) },
  });
  show(<FeeSettingsPage />);
  const plan = await box(texts.plan3);
  fireEvent.click(plan);
  fireEvent.submit(plan);
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`POST ${preview}`));
  const third = await field(texts.third);
  fireEvent.change(third, { target: { value: '60%' } });
  resolve(none);
  fireEvent.click(await screen.findByRole('button', { name: 'keep it' }));
  await waitFor(() => expect(said).toHaveBeenCalled());
  const body = { season: '2026-2027', installment_plan_3_enabled: true };
  expect(sent.filter(({ call }) => call.startsWith('POST')).map((one) => one.body)).toEqual([
    body,
    body,
  ]);
  expect(third.value).toBe('60%');
  expect(hasUnsaved()).toBe(true);
});
