// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import type { Person } from '@/api/types';
import { serve, show } from '@/testing';
import { formatEuros } from '@/lib/euros';
import { personTexts } from '@/texts/person';

import FinanceCard from './FinanceCard';

vi.mock('@/components/links', () => ({
  AnchorLink: ({ children, to, search }: { children: ReactNode; to: string; search: object }) => (
    <a href={`#${JSON.stringify({ to, search })}`}>{children}</a>
  ),
}));

/** Shows the card of somebody who pays 120 euros. */
function card(blocked: boolean) {
  serve({
    'GET /club/v1/fees/person/7': { trace: { total: 120 }, excluded: false, season: '2025-2026' },
    'GET /club/v1/invoices': [],
  });
  const acf = { first_name: 'Jan', infix: '', last_name: 'Bos', 'financiele-blokkade': blocked };
  show(<FinanceCard person={{ id: 7, acf } as Person} />);
}

it('says of a financial block what the card of the membership says', async () => {
  card(true);
  expect(await screen.findByText(personTexts.membership.blockHint)).toBeTruthy();
});

it('leads from what somebody pays to the contributions of the current season, as the menu does', async () => {
  card(false);
  const link = await screen.findByRole('link', { name: formatEuros(120) });
  expect(JSON.parse(decodeURIComponent((link.getAttribute('href') ?? '').slice(1)))).toEqual({
    to: '/contributie',
    search: { zoek: 'Jan Bos' },
  });
});
