import { expect, it } from 'vitest';

import { bulkTexts } from './finance';
import { reminderTexts } from './reminders';

it('counts one as one', () => {
  expect(reminderTexts.counts(1, 12)).toContain('1 van de 12 gebruikers krijgt');
  expect(reminderTexts.counts(2, 12)).toContain('2 van de 12 gebruikers krijgen');
  expect(bulkTexts.done(1, 1)).toBe('Klaar: 1 factuur gemaakt, 1 lid overgeslagen.');
  expect(bulkTexts.done(2, 0)).toBe('Klaar: 2 facturen gemaakt, 0 leden overgeslagen.');
});
