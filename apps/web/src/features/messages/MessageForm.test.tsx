// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { RichEditorProps } from '@/components/rich/RichEditor';
import { leaving } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { messageTexts as texts } from '@/texts/messages';

import { MessageForm } from './MessageForm';

// No input: as the real one, it tells its form by onChange alone.
vi.mock('@/components/rich/RichEditor', () => ({
  default: ({ label, onChange }: RichEditorProps) => (
    <button type="button" onClick={() => onChange('<p>Zaterdag vrij</p>')}>
      {label}
    </button>
  ),
}));

it('asks before a message is lost of which only the text is there', async () => {
  serve({});
  show(<MessageForm who={{ ids: [7] }} onClose={vi.fn()} onSent={vi.fn()} />);
  const editor = await screen.findByRole('button', { name: texts.content });
  fireEvent.keyDown(editor, { key: 'Escape' });
  expect(leaving.isAsked()).toBe(false);
  fireEvent.click(editor);
  fireEvent.keyDown(editor, { key: 'Escape' });
  expect(leaving.isAsked()).toBe(true);
  leaving.settle('stay');
});
