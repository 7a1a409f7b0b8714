// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import type { Me } from '@/api/types';
import { serve, show } from '@/testing';
import { overviewTexts as texts } from '@/texts/dashboard';

import { ClubDashboard } from './ClubDashboard';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, search }: { children: ReactNode; search?: object }) => (
    <a href={`#${JSON.stringify(search ?? {})}`}>{children}</a>
  ),
}));
vi.mock('@/features/start/Mentions', () => ({ Mentions: () => null }));

const searchOf = async (name: string): Promise<unknown> => {
  const link = await screen.findByRole('link', { name: new RegExp(`^${name}`) });
  return JSON.parse(decodeURIComponent((link.getAttribute('href') ?? '').slice(1)));
};

it('leads from each number of certificates to those whom it counts', async () => {
  const vog = { missing_or_expired_not_requested: 3, missing_or_expired_requested: 2 };
  serve({
    'GET /club/v1/dashboard': {
      ...{ favorites: [], recent_people: [], recently_contacted: [], upcoming_reminders: [] },
      stats: { total_people: 9, vog },
    },
  });
  const me: Partial<Me> = { can_access_dashboard: false };
  show(<ClubDashboard me={me as Me} />);
  const missing = { vogNodig: '1', vogMissing: '1' };
  expect(await searchOf(texts.stats.vog)).toMatchObject({ ...missing, vogJustis: 'not_submitted' });
  expect(await searchOf(texts.stats.vogRequested)).toMatchObject({
    ...missing,
    vogJustis: 'submitted',
  });
});
