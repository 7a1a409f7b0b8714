// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { WorkspaceDetail } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { show } from '@/testing';
import { workspaceTexts as texts } from '@/texts/workspaces';

import { MembersCard } from './MembersCard';

it('says since when somebody is in it whose address is not shown', () => {
  const member = {
    ...{ user_id: 4, display_name: 'Hidde', email: '', avatar_url: '' },
    ...{ role: 'member' as const, is_owner: false },
  };
  const some: Partial<WorkspaceDetail> = {
    members: [{ ...member, joined_at: '2026-06-03 10:00:00' }],
  };
  const workspace = { id: 1, ...some } as WorkspaceDetail;
  show(<MembersCard workspace={workspace} me={1} keeps={false} owns={false} />);
  screen.getByText(texts.since(formatDate('2026-06-03')), { normalizer: (text) => text });
  expect(screen.queryByText(/ · /)).toBeNull();
});
