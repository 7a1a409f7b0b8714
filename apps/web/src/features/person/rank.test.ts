import { expect, it } from 'vitest';

import { rankByName } from './rank';

const people = (...names: string[]) => names.map((name) => ({ name, former_member: false }));
const ranked = (typed: string, ...names: string[]) =>
  rankByName(people(...names), typed).map(({ name }) => name);

it.each([
  ['jansen', ['Piet Jansens', 'Jan Jansen'], ['Jan Jansen', 'Piet Jansens']],
  ['jans', ['Anna Janssen', 'Els Jansen'], ['Els Jansen', 'Anna Janssen']],
  ['els jans', ['Elske Jansen', 'Els Janssen'], ['Els Janssen', 'Elske Jansen']],
  ['zoe', ['Zoëlle Bakker', 'Zoë Bakker'], ['Zoë Bakker', 'Zoëlle Bakker']],
  ['kok', ['Bo Kok', 'Ab Kok'], ['Ab Kok', 'Bo Kok']],
])('for “%s” puts %j as %j', (typed, names, want) => {
  expect(ranked(typed, ...names)).toEqual(want);
});

it('puts former members behind everybody else', () => {
  const former = { name: 'Jan', former_member: true };
  expect(rankByName([former, ...people('Jannie')], 'jan')).toEqual([...people('Jannie'), former]);
});
