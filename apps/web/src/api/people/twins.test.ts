// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { serve } from '@/testing';

import { findTwins } from './twins';

const person = (id: number, first_name: string, last_name: string) => ({
  id,
  acf: {
    first_name,
    infix: '',
    last_name,
    birthdate: '2014-03-01',
    work_history: [
      { team: 7, is_current: true, description: 'JO13-1' },
      { team: 8, is_current: false, description: 'JO12-1' },
    ],
  },
});

const club = [person(1, 'Hidde', 'Jansen'), person(2, 'Hiddo', 'Jansen'), person(3, 'Ans', 'Bos')];

const asked = (first_name: string, last_name: string, email = '') => {
  const sent = serve({
    'GET /club/v1/search': { people: [{ id: 1 }, { id: 2 }], teams: [] },
    'GET /club/v1/people/find-by-email': { id: email === '' ? null : 3 },
    'GET /cms/v2/people': club,
  });
  return { sent, found: findTwins({ first_name, infix: '', last_name, email }) };
};

it('finds who has the same name, whatever the capitals', async () => {
  const { found } = asked('hidde', 'JANSEN');
  await expect(found).resolves.toEqual([
    { id: 1, name: 'Hidde Jansen', birthdate: '2014-03-01', groups: ['JO13-1'] },
  ]);
});

it('finds who has the address and the first name, but not a parent who has the address', async () => {
  const twin = asked('Ans', 'de Bos', 'ans@club.example');
  await expect(twin.found).resolves.toMatchObject([{ id: 3 }]);
  const child = asked('Kees', 'Bos', 'ans@club.example');
  await expect(child.found).resolves.toEqual([]);
});
