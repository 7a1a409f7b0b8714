// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { tableTexts as texts } from '@/texts/table';

import ColumnChoice, { type ColumnChange } from './ColumnChoice';

const all = ['Mail', 'Team', 'Geboren', 'Plaats'].map((label) => ({
  id: label.toLowerCase(),
  label,
}));

/** The choice of columns in a page that draws no change. */
function open() {
  serve({});
  const onChange = vi.fn<(change: ColumnChange) => void>();
  show(
    <ColumnChoice
      target={<button type="button">Kolommen</button>}
      all={all}
      columns={['mail', 'team', 'geboren']}
      widths={{ team: 100 }}
      density="compact"
      onChange={onChange}
      onDensity={vi.fn()}
    />,
  );
  return onChange;
}

it('goes on from what was chosen last, drawn or not', () => {
  const onChange = open();
  const up = screen.getByRole('button', { name: texts.up('Geboren') });
  fireEvent.click(up);
  fireEvent.click(up);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Plaats' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Mail' }));
  expect(onChange.mock.lastCall).toEqual([{ columns: ['geboren', 'team', 'plaats'] }]);
});

it('does not move the first column further', () => {
  const onChange = open();
  fireEvent.click(screen.getByRole('button', { name: texts.up('Mail') }));
  expect(onChange).not.toHaveBeenCalled();
});

it('widens a column by each press', () => {
  const onChange = open();
  fireEvent.click(screen.getByText(texts.width));
  const wider = screen.getByRole('button', { name: texts.wider('Team') });
  fireEvent.click(wider);
  fireEvent.click(wider);
  expect(onChange.mock.lastCall).toEqual([{ widths: { team: 148 } }]);
});
