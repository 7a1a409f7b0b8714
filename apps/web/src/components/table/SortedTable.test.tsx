// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { tableTexts as texts } from '@/texts/table';

import { SortedTable } from './SortedTable';
import type { TableColumn } from './Table';

interface Person {
  id: number;
  name: string;
  team: string;
}

const column = (id: 'name' | 'team', label: string, sorts: boolean): TableColumn<Person> => ({
  ...{ id, label, sorts, width: '9rem' },
  cell: (person) => person[id],
});

it('is sorted on a phone by two choices', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  serve({});
  const onSort = vi.fn();
  show(
    <SortedTable
      label="Leden"
      rows={[{ id: 1, name: 'Ans', team: 'JO9-1' }]}
      idOf={({ id }) => id}
      name={column('name', 'Naam', true)}
      columns={[column('team', 'Team', true), { ...column('team', 'Mail', false), id: 'mail' }]}
      line={({ name }) => name}
      sort={{ by: 'name', descending: false, onSort }}
      moreSorts={[{ value: 'made', label: 'Gemaakt' }]}
    />,
  );
  const by = await screen.findByRole<HTMLSelectElement>('combobox', { name: texts.sort });
  expect([...by.options].map(({ value, text }) => [value, text])).toEqual([
    ['made', 'Gemaakt'],
    ['name', 'Naam'],
    ['team', 'Team'],
  ]);
  fireEvent.change(by, { target: { value: 'team' } });
  expect(onSort).toHaveBeenLastCalledWith('team', false);
  const order = screen.getByRole('combobox', { name: new RegExp(texts.descending) });
  fireEvent.change(order, { target: { value: 'desc' } });
  expect(onSort).toHaveBeenLastCalledWith('name', true);
});
