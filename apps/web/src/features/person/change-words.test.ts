import { expect, it } from 'vitest';

import { changeLines } from './change-words';

it.each([
  [{ field: 'first_name', from: 'Jan', to: 'Piet' }, 'Voornaam', ['Jan'], ['Piet']],
  [{ field: 'photo', from: null, to: 4 }, 'Foto', [], ['Foto toegevoegd']],
  [{ field: 'photo', from: 3, to: null }, 'Foto', [], ['Foto verwijderd']],
  [
    { field: '_visibility', from: 'private', to: 'shared' },
    'Zichtbaarheid',
    ['Privé'],
    ['Gedeeld'],
  ],
  [{ field: 'person_label', from: [{ id: 1, name: 'Jeugd' }], to: [] }, 'Labels', ['Jeugd'], []],
  [{ field: 'financiele-blokkade', from: false, to: true }, undefined, ['Nee'], ['Ja']],
  [
    {
      field: 'work_history',
      from: [],
      to: [{ team: 7, team_name: 'JO9-1', job_title: 'Trainer' }],
    },
    undefined,
    [],
    ['JO9-1 · Trainer'],
  ],
  [
    { field: 'relationships', from: [{ related_person: 5, person_name: '' }], to: [] },
    undefined,
    ['Persoon 5'],
    [],
  ],
])('tells what became of %j', (change, label, gone, come) => {
  const told = changeLines(change);
  if (label !== undefined) expect(told.label).toBe(label);
  expect(told.gone).toEqual(gone);
  expect(told.come).toEqual(come);
});
