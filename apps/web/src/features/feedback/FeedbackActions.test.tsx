// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { FeedbackItem, FeedbackStatus, Me } from '@/api/types';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { feedbackTexts as texts } from '@/texts/feedback';

import { FeedbackActions } from './FeedbackActions';

const me = { id: 1, is_admin: true } as Me;
const itemOf = (status: FeedbackStatus) => {
  const meta: Partial<FeedbackItem['meta']> = { priority: 'medium' };
  const some: Partial<FeedbackItem> = {
    ...{ id: 3, title: 'Kapot', type: 'bug', status, content: '', screenshots: [] },
    author: { id: 9, name: 'Jan' } as FeedbackItem['author'],
    meta: meta as FeedbackItem['meta'],
  };
  return some as FeedbackItem;
};

it.each(['approved', 'needs_info'] as const)('ends what was mended by hand: %s', async (status) => {
  const sent = serve({ 'PUT /club/v1/feedback/3': { ...itemOf('resolved') } });
  show(<FeedbackActions item={itemOf(status)} me={me} />);
  fireEvent.click(screen.getByRole('button', { name: commonTexts.moreActions }));
  fireEvent.click(await screen.findByRole('menuitem', { name: texts.resolve }));
  await waitFor(() =>
    expect(sent).toContainEqual({ call: 'PUT /club/v1/feedback/3', body: { status: 'resolved' } }),
  );
});

it.each(['new', 'in_progress', 'declined', 'resolved'] as const)(
  'offers no end that the server refuses: %s',
  async (status) => {
    serve({});
    show(<FeedbackActions item={itemOf(status)} me={me} />);
    fireEvent.click(screen.getByRole('button', { name: commonTexts.moreActions }));
    await screen.findByRole('menuitem', { name: texts.duplicate });
    expect(screen.queryByRole('menuitem', { name: texts.resolve })).toBeNull();
  },
);
