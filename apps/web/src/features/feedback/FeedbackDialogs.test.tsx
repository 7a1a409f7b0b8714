// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { FeedbackItem } from '@/api/types';
import { serve, show } from '@/testing';
import { feedbackTexts as texts } from '@/texts/feedback';

import { EditDialog } from './FeedbackDialogs';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: 'idle' }),
}));
vi.mock('@/components/rich/RichEditor', () => ({
  default: (props: { label: string; initial: string; onChange: (html: string) => void }) => (
    <textarea
      aria-label={props.label}
      defaultValue={props.initial}
      onChange={({ currentTarget: { value } }) => props.onChange(value)}
    />
  ),
}));

const meta: Partial<FeedbackItem['meta']> = {
  steps_to_reproduce: '<p>Open Jan de Boer</p>',
  expected_behavior: '<p>Een lijst</p>',
  actual_behavior: '',
  use_case: '',
};
const some: Partial<FeedbackItem> = {
  ...{ id: 3, title: 'Kapot', type: 'bug', status: 'new', content: '<p>Stuk</p>', screenshots: [] },
  author: { id: 9, name: 'Jan' } as FeedbackItem['author'],
  meta: meta as FeedbackItem['meta'],
};
const item = some as FeedbackItem;

it('edits every text that goes to the agent', async () => {
  const sent = serve({ 'PUT /club/v1/feedback/3': item });
  const close = vi.fn();
  show(<EditDialog item={item} onClose={close} />);
  fireEvent.change(await screen.findByLabelText(texts.stepsTitle), {
    target: { value: '<p>Open iemand</p>' },
  });
  expect(screen.getByLabelText<HTMLTextAreaElement>(texts.expectedTitle).value).toBe(
    item.meta.expected_behavior,
  );
  expect(screen.queryByLabelText(texts.useCaseTitle)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: texts.save }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      call: 'PUT /club/v1/feedback/3',
      body: {
        title: 'Kapot',
        feedback_type: 'bug',
        content: '<p>Stuk</p>',
        steps_to_reproduce: '<p>Open iemand</p>',
      },
    },
  ]);
});
