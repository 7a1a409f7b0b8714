import { describe, expect, it } from 'vitest';

import { expected, known, moved, rowsOf, visible } from './layout';

const nobody = {
  is_admin: false,
  capabilities: [],
  dashboard_context: { board: false, coordinator: false, match_secretary: false },
};

// contract: club §2.11-15
describe('the rows of the dashboard', () => {
  it('pairs birthdays and anniversaries that are next to each other', () => {
    expect(rowsOf(['birthdays', 'anniversaries', 'attention'])).toEqual([
      ['birthdays', 'anniversaries'],
      ['attention'],
    ]);
    expect(rowsOf(['attention', 'anniversaries', 'birthdays'])).toEqual([
      ['attention'],
      ['anniversaries', 'birthdays'],
    ]);
  });

  it('gives each its own row when one is hidden or they are apart', () => {
    expect(rowsOf(['birthdays', 'attention', 'anniversaries'])).toEqual([
      ['birthdays'],
      ['attention'],
      ['anniversaries'],
    ]);
    const layout = { order: ['birthdays', 'anniversaries', 'vog'], hidden: ['anniversaries'] };
    expect(rowsOf(visible(layout))).toEqual([['birthdays'], ['vog']]);
    expect(rowsOf([])).toEqual([]);
  });

  it('closes up when what stood between them is hidden', () => {
    const order = ['birthdays', 'attention', 'anniversaries'];
    expect(rowsOf(visible({ order, hidden: ['attention'] }))).toEqual([
      ['birthdays', 'anniversaries'],
    ]);
  });
});

// contract: club §2.11-3
describe('the blocks', () => {
  it('leaves out what this page does not know', () => {
    expect(known(['birthdays', 'news', 'vog'])).toEqual(['birthdays', 'vog']);
  });

  it('expects those of the roles', () => {
    expect(expected(nobody)).toEqual(['birthdays', 'attention']);
    expect(
      expected({
        ...nobody,
        capabilities: ['jubilarissen', 'vog'],
        dashboard_context: { board: true, coordinator: true, match_secretary: false },
      }),
    ).toEqual(['birthdays', 'anniversaries', 'attention', 'vog', 'matches', 'teams']);
  });

  it('moves one to another place', () => {
    expect(moved(['birthdays', 'vog', 'teams'], 'teams', 0)).toEqual(['teams', 'birthdays', 'vog']);
    expect(moved(['birthdays', 'vog', 'teams'], 'birthdays', 1)).toEqual([
      'vog',
      'birthdays',
      'teams',
    ]);
    expect(moved(['birthdays', 'vog'], 'birthdays', 9)).toEqual(['vog', 'birthdays']);
  });
});
