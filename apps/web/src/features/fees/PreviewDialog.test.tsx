// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { show } from '@/testing';

import PreviewDialog from './PreviewDialog';

it('warns in a colour that can be read in the dark, too', async () => {
  const message = 'Niemand hoort bij deze categorie.';
  show(
    <PreviewDialog
      preview={{
        ...{ season: '2026-2027', changed: [], total_from: 0, total_to: 0 },
        warnings: [{ field: 'categories', message }],
      }}
      saving={false}
      onSave={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  const { style } = await screen.findByText(message);
  expect(style.color).toBe('var(--mantine-color-orange-text)');
});
