// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { show } from '@/testing';

import { type Typed, useTypeAhead } from './use-type-ahead';

function Search() {
  const [typed, setTyped] = useState<Typed>({ text: '', entered: false });
  const [waiting, setWaiting] = useState(true);
  useTypeAhead(waiting, setTyped);
  return (
    <>
      <output>{JSON.stringify(typed)}</output>
      <input aria-label="elders" />
      <div role="alert">
        <button onClick={() => setWaiting(false)}>klaar</button>
      </div>
    </>
  );
}

/** Presses keys one after the other; whether the browser still did something with the last one. */
const press = (where: Element, ...keys: string[]) =>
  keys.map((key) => fireEvent.keyDown(where, { key })).at(-1);

const typed = () => JSON.parse(screen.getByRole('status').textContent) as Typed;

describe('typing before the search is there', () => {
  it('keeps every letter, wherever the focus is', () => {
    show(<Search />);
    expect(press(document.body, 'J', 'a', 'n', ' ')).toBe(false);
    expect(press(screen.getByLabelText('elders'), 'k', 'x', 'Backspace', 'o')).toBe(false);
    expect(typed()).toEqual({ text: 'Jan ko', entered: false });
  });

  it('remembers Enter, until something else is typed', () => {
    show(<Search />);
    press(document.body, 'Enter');
    expect(typed().entered).toBe(false);
    press(document.body, 'j', 'Enter');
    expect(typed()).toEqual({ text: 'j', entered: true });
    press(document.body, 'a');
    expect(typed()).toEqual({ text: 'ja', entered: false });
  });

  it('leaves other keys, keys of a message, and keys once it is there', () => {
    show(<Search />);
    expect(press(document.body, 'Escape', 'Tab', 'ArrowDown')).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(true);
    const button = screen.getByRole('button');
    expect(press(button, 'Enter', 'a')).toBe(true);
    fireEvent.click(button);
    expect(press(document.body, 'a')).toBe(true);
    expect(typed().text).toBe('');
  });
});
