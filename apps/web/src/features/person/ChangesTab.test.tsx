// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { changesTexts as texts } from '@/texts/audit';
import { serve, show } from '@/testing';

import ChangesTab from './ChangesTab';

const change = { created: '2026-03-14 10:00:00', user_id: 1, user_name: 'Anna', fields: [] };

it('says that a change is of what the reader may not see', async () => {
  serve({
    'GET /club/v1/people/1/changes': [
      { ...change, id: 2, kind: 'changed' },
      { ...change, id: 0, kind: 'created' },
    ],
  });
  show(<ChangesTab person={1} />);
  expect(await screen.findByText(texts.created)).toBeTruthy();
  expect(screen.getAllByText(texts.hidden)).toHaveLength(1);
});
