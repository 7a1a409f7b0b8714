// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';

import { show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { RowsEditor } from './RowsEditor';

function Editor() {
  const [rows, setRows] = useState(['a', 'b', 'c']);
  return (
    <RowsEditor
      count={rows.length}
      rowLabel={(row) => `Rij ${row}`}
      removeLabel={(row) => `Rij ${row} verwijderen`}
      onRemove={(index) => setRows(rows.toSpliced(index, 1))}
      add={{ label: 'Erbij', onAdd: () => setRows([...rows, '']) }}
      heads={[{ label: 'Naam', width: '1fr' }]}
    >
      {(index) => <input aria-label="Naam" readOnly value={rows[index]} />}
    </RowsEditor>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const focused = () => document.activeElement?.getAttribute('aria-label');

beforeEach(() => {
  show(<Editor />);
});

it('has its labels once', () => {
  expect(screen.getAllByText('Naam')).toHaveLength(1);
});

it('goes to the first field of a new row, and says that it is there', () => {
  press('Erbij');
  expect(document.activeElement).toBe(screen.getAllByRole('textbox').at(-1));
  expect(screen.getByRole('status').textContent).toBe(commonTexts.added('Rij 4'));
});

it('stays among the rows that are left, and says what went', () => {
  press('Rij 2 verwijderen');
  expect(focused()).toBe('Rij 2 verwijderen');
  expect(screen.getByRole('status').textContent).toBe(commonTexts.removed('Rij 2'));
  press('Rij 2 verwijderen');
  expect(focused()).toBe('Rij 1 verwijderen');
  press('Rij 1 verwijderen');
  expect(document.activeElement?.textContent).toBe('Erbij');
});
