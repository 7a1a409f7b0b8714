// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { dispute } from '@/api/dispute';
import { show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { conflictTexts as texts } from '@/texts/conflict';
import { shiftTexts } from '@/texts/shifts';

import ConflictDialog from './ConflictDialog';

const contact = (contact_value: string) => ({
  contact_type: 'mobile',
  contact_label: '2',
  contact_value,
});

/** Opens the dialog about these; the answer comes with what is pressed. */
function open() {
  const answer = dispute.ask({
    conflicts: [
      { field: 'birthdate', mine: '2010-02-01', theirs: '' },
      { field: 'contact_info', mine: undefined, theirs: contact('07') },
      { field: 'assignee_id', mine: 0, theirs: 7 },
    ],
    by: 'Piet Bos',
    at: '2026-06-15 14:30:45',
  });
  return answer;
}

it('shows both, who and when, and gives what is chosen', async () => {
  const answer = open();
  await Promise.resolve();
  show(<ConflictDialog />);
  expect(screen.getByText(texts.by('Piet Bos', '15 jun 2026, 14:30'))).toBeDefined();
  const words = ['1 feb 2010', texts.empty, texts.removed, 'Mobiel · 07 · 2'];
  for (const label of [...words, texts.author, texts.user(7)]) {
    expect(screen.getByRole('radio', { name: label })).toBeDefined();
  }
  fireEvent.click(screen.getByRole('radio', { name: 'Mobiel · 07 · 2' }));
  fireEvent.click(screen.getByRole('button', { name: texts.save }));
  await expect(answer).resolves.toEqual(['mine', 'theirs', 'mine']);
});

it('names what two planners changed of a shift', async () => {
  const answer = dispute.ask({
    conflicts: [
      { field: 'capacity', mine: 2, theirs: 3 },
      { field: 'status', mine: 'cancelled', theirs: 'completed' },
    ],
    by: 'Piet Bos',
    at: '2026-06-15 14:30:45',
  });
  await Promise.resolve();
  show(<ConflictDialog />);
  expect(screen.getByText(shiftTexts.form.capacity)).toBeDefined();
  for (const label of ['2', '3', shiftTexts.statuses.cancelled]) {
    expect(screen.getByRole('radio', { name: label })).toBeDefined();
  }
  dispute.settle(undefined);
  await answer;
});

it.each([texts.back, commonTexts.close])('goes back to the form with %s', async (name) => {
  const answer = open();
  await Promise.resolve();
  show(<ConflictDialog />);
  fireEvent.click(screen.getByRole('button', { name }));
  await expect(answer).resolves.toBeUndefined();
});

it('asks about one thing after the other', async () => {
  const first = open();
  const second = dispute.ask({ conflicts: [], by: 'Els', at: '' });
  await Promise.resolve();
  expect(dispute.current().by).toBe('Piet Bos');
  dispute.settle([]);
  await first;
  await new Promise((resolve) => setTimeout(resolve));
  expect(dispute.current().by).toBe('Els');
  dispute.settle(undefined);
  await expect(second).resolves.toBeUndefined();
});
