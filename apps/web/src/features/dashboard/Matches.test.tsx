// @vitest-environment happy-dom
import type { UseQueryResult } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { RoleDashboard } from '@/api/types';
import { show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { dashboardTexts, matchTexts } from '@/texts/dashboard';

import { MatchesBlock } from './Matches';

const match = {
  ...{ match_id: 1, date: '2026-11-30', time: '10:00', home_team: 'Proef 1', away_team: 'Gasten' },
  ...{ cancelled: true, cancellation_reason: 'Bevroren veld', is_home: true, pitch: '' },
  ...{ location: '', competition: '', dressing_rooms: { home: '', away: '', referee: '' } },
};
const off = {
  matches: [match],
  feed: { fetched_at: null, warnings: [] },
};

let club: () => Response | Promise<Response>;
let team: () => Response | Promise<Response>;

const failure = () =>
  Response.json({ code: 'x', message: 'Stuk.', data: { status: 500 } }, { status: 500 });

beforeEach(() => {
  club = () => Response.json(off);
  team = failure;
  vi.stubGlobal('fetch', (request: Request) =>
    Promise.resolve(new URL(request.url).searchParams.has('team_id') ? team() : club()),
  );
});

const open = () => {
  const dashboard = {
    data: { teams: [{ id: 7, name: 'JO9-1' }] },
  } as UseQueryResult<RoleDashboard>;
  show(<MatchesBlock dashboard={dashboard} secretary today="2026-11-30" />);
};
const tab = (name: string) => screen.findByRole('tab', { name });
const alert = () => screen.findByText(matchTexts.cancelledTitle(1));

// contract: club §2.11-11
it('shows what is called off and the other tabs while the programme of a team is on its way', async () => {
  team = () => new Promise<Response>(() => undefined);
  open();
  await alert();
  fireEvent.click(await tab('JO9-1'));
  expect(await screen.findByText(commonTexts.loading)).toBeTruthy();
  await alert();
  expect(await tab(matchTexts.club)).toBeTruthy();
});

// contract: club §2.11-11
it('shows them, and the way back, when the programme of a team cannot be fetched', async () => {
  open();
  await alert();
  fireEvent.click(await tab('JO9-1'));
  expect(await screen.findByText(dashboardTexts.failed)).toBeTruthy();
  await alert();
  fireEvent.click(await tab(matchTexts.club));
  expect(await screen.findByText(matchTexts.notFilledIn)).toBeTruthy();
});

it('says beside the programme of a team that nobody knows what is called off', async () => {
  club = failure;
  team = () => Response.json({ ...off, matches: [] });
  open();
  fireEvent.click(await tab('JO9-1'));
  expect(await screen.findByText(matchTexts.cancelledUnknown)).toBeTruthy();
});
