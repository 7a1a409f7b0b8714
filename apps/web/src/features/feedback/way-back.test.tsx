// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { feedbackTexts as texts } from '@/texts/feedback';

import { FeedbackItemPage } from './FeedbackItemPage';
import { FeedbackPage } from './FeedbackPage';

const place = vi.hoisted(() => ({ state: {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useLocation: ({ select }: { select: (location: typeof place) => unknown }) => select(place),
  useRouteContext: () => ({ me: { id: 1, is_admin: true } }),
}));
vi.mock('./FeedbackBadges', () => ({ FeedbackBadges: () => null }));
vi.mock('@/components/links', () => ({
  AnchorLink: ({ children, ...to }: { children: ReactNode }) => (
    <a href={`#${JSON.stringify(to)}`}>{children}</a>
  ),
}));

const search = { toon: 'new', soort: 'bug' };

/** What the router was given with a link. */
const given = (link: HTMLElement): unknown =>
  JSON.parse(decodeURIComponent((link.getAttribute('href') ?? '').slice(1)));

it('tells the page of an item how the list stood that it was opened from', async () => {
  const item = { id: 3, title: 'Kapot', author: { name: 'Jan' }, date: '2026-03-01 10:00:00' };
  serve({ 'GET /club/v1/feedback': [item] });
  show(<FeedbackPage search={search} onSearch={vi.fn()} />);
  const link = await screen.findByRole('link', { name: item.title });
  expect(given(link)).toMatchObject({ state: { feedbackSearch: search } });
});

it.each([
  ['how it stood', { feedbackSearch: search }, search],
  ['the usual list when it was opened from elsewhere', {}, {}],
])('leads from an item back to the list: %s', (_how, state, want) => {
  place.state = state;
  serve({});
  show(<FeedbackItemPage id={3} />);
  const back = screen.getByRole('link', { name: texts.back });
  expect(given(back)).toMatchObject({ to: '/feedback', search: want });
});
