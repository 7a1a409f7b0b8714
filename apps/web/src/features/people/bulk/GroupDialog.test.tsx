// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { bulkTexts } from '@/texts/people-bulk';

import { namesOf } from './Endings';
import GroupDialog from './GroupDialog';

const { group: texts } = bulkTexts;

const ending = (id: number, name: string, people: number) => ({ id, name, people });

const endings = {
  total: 40,
  people: 12,
  groups: [ending(1, 'JO12-1', 9), ending(2, 'Kantinecommissie', 3)],
};

async function open() {
  const sent = serve({
    'GET /club/v1/groups': [{ id: 7, name: 'JO13-1', type: 'team' }],
    'POST /club/v1/people/bulk-endings': endings,
    'POST /club/v1/people/bulk-update': { success: true, updated: [1, 2], failed: [] },
  });
  const who = { filter: { search: 'an' }, expected: 40 };
  const selection = { who, count: 40, nameOf: () => undefined, only: vi.fn() };
  show(<GroupDialog selection={selection} onClose={() => undefined} />);
  expect(screen.getByText(bulkTexts.apply(40))).toBeTruthy();
  const apply = (deed: keyof typeof texts.deeds) =>
    screen.getByText(texts.deeds[deed](40, 'JO13-1')).closest('button');
  fireEvent.click(screen.getByLabelText(texts.label, { selector: 'input' }));
  fireEvent.click(await screen.findByText('JO13-1'));
  const changed = () => sent.find(({ call }) => call === 'POST /club/v1/people/bulk-update');
  return { sent, apply, who, changed };
}

it('adds to what people do unless it is told to move them', async () => {
  const { apply, who, changed } = await open();
  fireEvent.submit(apply('add')?.closest('form') as HTMLElement);
  await waitFor(() => expect(changed()).toBeDefined());
  expect(changed()?.body).toEqual({
    ...who,
    updates: { organization_id: 7, organization_mode: 'add' },
  });
  expect(screen.queryByText(texts.ends(endings))).toBeNull();
});

it('tells what a move would end before it can be sent', async () => {
  const { sent, apply, who, changed } = await open();
  fireEvent.click(screen.getByLabelText(texts.replace));
  expect(apply('replace')?.disabled).toBe(true);
  expect(await screen.findByText('12 van de 40 stoppen nu elders')).toBeTruthy();
  expect(screen.getByText('9 × JO12-1, 3 × Kantinecommissie')).toBeTruthy();
  const updates = { organization_id: 7, organization_mode: 'replace' };
  expect(sent.at(-1)).toEqual({
    call: 'POST /club/v1/people/bulk-endings',
    body: { ...who, updates },
  });
  fireEvent.submit(apply('replace')?.closest('form') as HTMLElement);
  await waitFor(() => expect(changed()).toBeDefined());
  expect(changed()?.body).toEqual({ ...who, updates });
});

it('names the five groups in which most people stop', () => {
  const groups = [8, 7, 6, 5, 4, 3, 2].map((people) =>
    ending(people, people === 7 ? '' : `T${people}`, people),
  );
  expect(namesOf({ total: 40, people: 30, groups })).toBe(
    '8 × T8, 7 × iets wat jij niet ziet, 6 × T6, 5 × T5, 4 × T4, en nog 2 andere',
  );
});
