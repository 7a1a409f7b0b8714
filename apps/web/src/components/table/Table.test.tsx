// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';

import { Table, type TableColumn } from './Table';

interface Person {
  id: number;
  name: string;
  team: string;
}

const people: Person[] = [
  { id: 1, name: 'Ans', team: 'JO9-1' },
  { id: 2, name: 'Bas', team: '' },
  { id: 3, name: 'Cas', team: 'JO9-2' },
];

const columns: TableColumn<Person>[] = [
  { id: 'mail', label: 'Mail', width: '9rem', cell: ({ name }) => <a href={`#${name}`}>mail</a> },
  { id: 'team', label: 'Team', width: '9rem', cell: ({ team }) => team, sorts: true },
];

function open(rows = people) {
  serve({});
  const toggle = vi.fn<(name: string, range: boolean) => void>();
  const onSort = vi.fn();
  const opened = vi.fn<(name: string) => void>();
  const table = (shown: readonly Person[]) => (
    <Table
      label="Leden"
      rows={shown}
      idOf={({ id }) => id}
      name={{
        id: 'name',
        label: 'Naam',
        width: '12rem',
        sorts: true,
        cell: ({ name }) => (
          <a href={`#${name}`} data-row-link onClick={() => opened(name)}>
            {name}
          </a>
        ),
      }}
      columns={columns}
      line={({ name }) => name}
      sort={{ by: 'name', descending: false, onSort }}
      selection={{
        shown: 0,
        has: () => false,
        toggle: (row, range) => toggle(row.name, range),
        toggleShown: vi.fn(),
        label: ({ name }) => `Kies ${name}`,
        labelOfAll: 'Kies alles',
      }}
      keyed
    />
  );
  const shown = show(table(rows));
  return { toggle, onSort, opened, show: (next: readonly Person[]) => shown.show(table(next)) };
}

const link = (name: string) => screen.getByRole('link', { name });
const press = (key: string, options = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
const stops = () =>
  [...document.querySelectorAll<HTMLElement>('tbody *')].filter(({ tabIndex }) => tabIndex === 0);

it('is one stop for the keyboard, whose arrows lead through rows and cells', () => {
  open();
  expect(stops()).toEqual([link('Ans')]);
  link('Ans').focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(link('Bas'));
  expect(stops()).toEqual([link('Bas')]);
  press('ArrowRight');
  press('ArrowRight');
  expect(document.activeElement?.tagName).toBe('TD');
  press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('JO9-2');
  press('Home');
  expect(document.activeElement?.textContent).toBe('JO9-1');
  press('ArrowUp');
  expect(document.activeElement?.textContent).toBe('JO9-1');
  press('ArrowLeft');
  press('ArrowLeft');
  press('ArrowLeft');
  expect(document.activeElement).toBe(screen.getByLabelText('Kies Ans'));
});

it('is walked through and selected in by letters, but not while somebody writes', () => {
  const { toggle } = open();
  press('j');
  expect(document.activeElement).toBe(link('Ans'));
  press('j');
  press('x');
  press('X');
  press('k');
  press('x', { ctrlKey: true });
  expect(toggle.mock.calls).toEqual([
    ['Bas', false],
    ['Bas', true],
  ]);
  const box = document.body.appendChild(document.createElement('input'));
  box.focus();
  press('j');
  expect(document.activeElement).toBe(box);
  box.remove();
});

it('keeps a stop when its rows change', () => {
  const { show: change } = open();
  link('Cas').focus();
  change(people.slice(0, 2));
  expect(stops()).toEqual([link('Ans')]);
});

it('opens a row wherever it is clicked, but for what does something itself', () => {
  const { opened } = open();
  fireEvent.click(screen.getByText('JO9-2'));
  expect(opened.mock.calls).toEqual([['Cas']]);
  fireEvent.click(screen.getByLabelText('Kies Bas'));
  expect(opened).toHaveBeenCalledTimes(1);
});

it('tells a range from a single choice', () => {
  const { toggle } = open();
  fireEvent.click(screen.getByLabelText('Kies Bas'), { shiftKey: true });
  expect(toggle.mock.calls).toEqual([['Bas', true]]);
});

it('says by what it is sorted, and turns it round', () => {
  const { onSort } = open();
  const head = screen.getByRole('columnheader', { name: 'Naam' });
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  expect(screen.getByRole('columnheader', { name: 'Mail' }).hasAttribute('aria-sort')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Naam' }));
  fireEvent.click(screen.getByRole('button', { name: 'Team' }));
  expect(onSort.mock.calls).toEqual([
    ['name', true],
    ['team', false],
  ]);
});
