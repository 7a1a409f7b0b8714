import { describe, expect, it } from 'vitest';

import { describeFilter } from './filter-words';
import { activeFilters, filterIds, type Filters } from './filters';
import { filterGroups } from './filter-groups';
import { usualSearch } from './search';

const names = {
  group: (id: number) => ({ 5: 'JO13-1', 7: 'JO13-2', 1000: 'Kantine' })[id],
  label: (id: number) => ({ 3: 'Nieuwsbrief', 4: 'Kamp' })[id],
};

const words = (filters: Partial<Filters>) => {
  const search = { ...usualSearch, ...filters };
  return activeFilters(search).map((id) => describeFilter(id, search, names));
};

describe('a chip', () => {
  it.each<[Partial<Filters>, string]>([
    [{ team: '5' }, 'Team JO13-1'],
    [{ team: '5,7,9' }, 'Team JO13-1, JO13-2 of …'],
    [{ commissie: '1000' }, 'Kantine'],
    [{ functie: 'Trainer~Leider' }, 'Functie Trainer of Leider'],
    [{ label: '3,4' }, 'Label Nieuwsbrief of Kamp'],
    [{ labelAlle: '3,4' }, 'Labels Nieuwsbrief en Kamp'],
    [{ labelZonder: '3,4' }, 'Zonder label Nieuwsbrief of Kamp'],
    [{ leeftijdsgroep: 'Onder 12~Onder 13' }, 'Onder 12 of Onder 13'],
    [{ geslacht: 'female~non_binary' }, 'Vrouw of Non-binair'],
    [{ woonplaats: 'Elzendam' }, 'Woont in Elzendam'],
    [{ lidSinds: '2025-07-01~' }, 'Lid sinds 1 jul 2025 of later'],
    [{ lidSinds: '~2026-06-30' }, 'Lid sinds uiterlijk 30 jun 2026'],
    [{ lidTotDag: '2025-07-01~2026-06-30' }, 'Lid tot 1 jul 2025 tot en met 30 jun 2026'],
    [{ leeftijd: '16' }, '16 jaar'],
    [{ leeftijd: '12-17' }, '12 tot en met 17 jaar'],
    [{ leeftijd: '18-' }, '18 jaar of ouder'],
    [{ leeftijd: '-17' }, 'Hooguit 17 jaar'],
    [{ zonderEmail: '1' }, 'Zonder e-mail'],
    [{ vogVerloopt: '45' }, 'VOG verloopt binnen 45 dagen'],
  ])('of %o says %s', (filters, expected) => {
    expect(words(filters)).toEqual([expected]);
  });

  it('does not say that former members are there', () => {
    expect(words({ oudLeden: '1' })).toEqual([]);
  });
});

it('has every filter in the form once', () => {
  const inForm = filterGroups.flatMap(({ filters }) => filters);
  expect([...inForm].sort()).toEqual([...filterIds].sort());
});
