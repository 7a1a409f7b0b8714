// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { show } from '@/testing';
import { dateTexts } from '@/texts/dates';

import { DateField } from './DateField';

const changed = vi.fn<(value: string) => void>();

function Form({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return (
    <DateField
      label="Van"
      value={value}
      onChange={(next) => {
        changed(next);
        setValue(next);
      }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Van' });

function type(text: string) {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
}

it('reads the day before the month, and shows the date when it is left', () => {
  show(<Form start="2020-05-06" />);
  expect(field().value).toBe('6 mei 2020');
  type('1-9-2026');
  expect(field().value).toBe('1-9-2026');
  expect(changed).toHaveBeenLastCalledWith('2026-09-01');
  fireEvent.blur(field());
  expect(field().value).toBe('1 sep 2026');
  expect(screen.queryByText(dateTexts.notADate)).toBeNull();
});

it('keeps what it does not understand, says so when it is left, and gives no other date for it', () => {
  show(<Form start="2020-05-06" />);
  type('31-02-2026');
  expect(screen.queryByText(dateTexts.notADate)).toBeNull();
  fireEvent.blur(field());
  expect(field().value).toBe('31-02-2026');
  expect(changed).toHaveBeenLastCalledWith('31-02-2026');
  expect(screen.getByText(dateTexts.notADate)).toBeDefined();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it('can be emptied', () => {
  show(<Form start="2020-05-06" />);
  type('');
  fireEvent.blur(field());
  expect(changed).toHaveBeenLastCalledWith('');
  expect(field().value).toBe('');
});

it('opens a calendar, in Dutch, and takes the day that is chosen there', async () => {
  show(<Form start="2026-09-01" />);
  fireEvent.click(screen.getByRole('button', { name: dateTexts.choose('Van') }));
  fireEvent.click(await screen.findByRole('button', { name: '15 september 2026' }));
  expect(changed).toHaveBeenLastCalledWith('2026-09-15');
  expect(field().value).toBe('15 sep 2026');
});
