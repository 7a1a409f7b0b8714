// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { FeedbackItem } from '@/api/types';
import { later, serve, show } from '@/testing';
import { feedbackTexts as texts } from '@/texts/feedback';

import { FeedbackThread } from './FeedbackThread';

it.each([
  ['leaves what was typed since', 'Doe maar blauw. PS: of groen.', 'Doe maar blauw. PS: of groen.'],
  ['is empty when nothing was', 'Doe maar blauw.', ''],
])('%s when something was said', async (_what, since, left) => {
  const { promise, resolve } = later<unknown>();
  const sent = serve({
    'GET /club/v1/feedback/3/comments': [],
    'POST /club/v1/feedback/3/comments': () => promise,
  });
  const some: Partial<FeedbackItem> = { id: 3, status: 'new' };
  show(<FeedbackThread item={some as FeedbackItem} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>(texts.comment);
  fireEvent.change(field, { target: { value: 'Doe maar blauw.' } });
  fireEvent.submit(field);
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true));
  fireEvent.change(field, { target: { value: since } });
  resolve({});
  const send = screen.getByRole('button', { name: texts.addComment });
  await waitFor(() => expect(send.hasAttribute('data-loading')).toBe(false));
  expect(field.value).toBe(left);
});
