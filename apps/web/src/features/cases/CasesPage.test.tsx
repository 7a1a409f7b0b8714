// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { refusal, serve, show } from '@/testing';
import { caseTexts as texts } from '@/texts/cases';
import { commonTexts } from '@/texts/common';

import { CasesPage } from './CasesPage';

vi.mock('@/components/SearchBox', () => ({ SearchBox: () => null }));

const page = <CasesPage season={undefined} search="" onSearch={vi.fn()} />;

it('says that the seasons did not come, and asks again', async () => {
  let seasons: unknown = refusal('Nee.');
  serve({
    'GET /cms/v2/seizoen': () => seasons,
    'GET /cms/v2/discipline-cases': [],
  });
  show(page);
  const retry = await screen.findByRole('button', { name: commonTexts.retry });
  expect(screen.getByText('Nee.')).toBeTruthy();
  seasons = [{ id: 3, slug: '2026-2027', name: '2026-2027' }];
  fireEvent.click(retry);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
});

it('says that there are no cases where there are no seasons', async () => {
  serve({ 'GET /cms/v2/seizoen': [] });
  show(page);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
});
