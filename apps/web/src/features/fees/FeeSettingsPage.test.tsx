// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved, leaving } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { feeTexts as texts } from '@/texts/fees';

import { FeeSettingsPage } from './FeeSettingsPage';

vi.mock('@/components/ButtonLink', () => ({ ButtonLink: () => null }));
vi.mock('./CategoryList', () => ({ CategoryList: () => null }));
vi.mock('./PreviewDialog', () => ({
  default: ({ onSave }: { onSave: () => void }) => <button onClick={onSave}>keep it</button>,
}));

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
