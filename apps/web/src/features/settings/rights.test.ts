import { expect, it } from 'vitest';

import { chosenRights, decidedRights } from './rights';

const saved = {
  roles: ['administrator', 'club_bestuur', 'club_vog'].map((name) => ({ name, label: name })),
  capabilities: ['financieel', 'vog'].map((name) => ({ name, label: name })),
  matrix: {
    administrator: { financieel: true, vog: true },
    club_bestuur: { financieel: false, vog: false },
    club_vog: { financieel: false, vog: true },
  },
};

it('are those of every role but the administrator', () => {
  expect(chosenRights(saved)).toEqual({ club_bestuur: [], club_vog: ['vog'] });
});

it('are sent as far as somebody touched them', () => {
  const before = chosenRights(saved);
  expect(decidedRights(before, before)).toEqual({});
  expect(decidedRights(before, { ...before, club_vog: ['financieel'] })).toEqual({
    club_vog: { financieel: true, vog: false },
  });
});
