// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Group } from '@/api/groups/wire';
import type { Roster, RosterEntry } from '@/api/types';
import { show } from '@/testing';
import { groupTexts } from '@/texts/groups';
import { peopleTexts } from '@/texts/people';

import GroupActions from './GroupActions';

const phone = (contact_value: string) =>
  ({ contact_type: 'mobile', contact_value, contact_label: '' }) as const;
const entry = (id: number, name: string, more: Partial<RosterEntry>): RosterEntry =>
  ({
    id,
    name,
    first_name: name,
    last_name: name,
    role: 'player',
    job_title: '',
    start_date: '',
    birthdate: '',
    contact_info: [],
    parents: [],
    ...more,
  }) as RosterEntry;

const roster = {
  current: [
    entry(5, 'Hidde', {
      birthdate: '2015-01-01',
      contact_info: [phone('0655571942')],
      parents: [{ id: 8, name: 'Romy', contact_info: [phone('0655571942')] }],
    }),
    entry(5, 'Hidde', { job_title: 'Aanvoerder' }),
    entry(7, 'Jan', { role: 'staff', job_title: 'Trainer', contact_info: [phone('0612345678')] }),
  ],
  former: [],
} as Roster;
const group = { id: 3, kind: 'teams', name: 'JO13-1' } as Group;

const print = vi.fn();
const saved = vi.fn(() => 'blob:x');
beforeEach(() => {
  vi.stubGlobal('print', print.mockClear());
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }));
});

it('takes the people of the team along as a file', async () => {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url));
    return Promise.resolve(new Response('x', { headers: { 'Content-Type': 'text/csv' } }));
  });
  show(<GroupActions group={group} roster={roster} />);
  fireEvent.click(screen.getByRole('button', { name: peopleTexts.export }));
  fireEvent.click(await screen.findByRole('menuitem', { name: peopleTexts.exportAs.xlsx }));
  await waitFor(() => expect(asked).toHaveLength(1));
  const query = asked[0]?.searchParams;
  expect(query?.get('format')).toBe('xlsx');
  expect(query?.get('include')).toBe('5,7');
  expect(query?.get('columns')?.split(',')).toContain('phone');
});

it('prints who leads, and of children the parents, each number once', async () => {
  show(<GroupActions group={group} roster={roster} />);
  fireEvent.click(screen.getByRole('button', { name: groupTexts.print }));
  const sheet = await waitFor(() => {
    const there = document.querySelector('[data-print="sheet"]');
    if (there === null) throw new Error('no sheet');
    return there;
  });
  const rows = [...sheet.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows[0]?.slice(0, 2)).toEqual(['Jan', 'Trainer']);
  expect(rows[0]?.at(-1)).toBe('06 12 34 56 78');
  expect(rows[1]).toEqual(['Hidde', 'Aanvoerder', expect.any(String), '', 'Romy 06 55 57 19 42']);
  expect(rows).toHaveLength(2);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
});
