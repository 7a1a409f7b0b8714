import { describe, expect, it } from 'vitest';

import type { RelationEntry, RosterEntry, WorkEntry } from '@/api/types';

import { holds } from './find';
import { relatedIds, sortWork } from './history';
import { logoTypes, photoTypes, pictureProblem } from './picture-file';
import { sortRelations } from './relations';
import { plainContent, plainTitle } from './rendered';
import { compareNames, gather, sortFormer } from './roster';

const relation = (
  related_person: number,
  relationship_slug: string,
  person_name = `P${related_person}`,
): RelationEntry => ({
  related_person,
  relationship_type: 1,
  relationship_label: '',
  person_name,
  person_thumbnail: '',
  relationship_name: relationship_slug,
  relationship_slug,
});

const work = (entry: Partial<WorkEntry>): WorkEntry => ({
  team: 0,
  entity_type: 'team',
  job_title: '',
  description: '',
  start_date: '',
  end_date: '',
  is_current: false,
  ...entry,
});

const role = (entry: Partial<RosterEntry>): RosterEntry => ({
  id: 1,
  name: '',
  first_name: '',
  last_name: '',
  thumbnail: '',
  labels: [],
  former_member: false,
  job_title: '',
  start_date: '',
  end_date: '',
  role: 'player',
  ...entry,
});

describe('relations', () => {
  const ids = (relations: readonly RelationEntry[], born: [number, string][] = []) =>
    sortRelations(relations, new Map(born)).map(({ related_person }) => related_person);

  it('name parents, partners, brothers and sisters, children, and then the others', () => {
    const mixed = ['friend', 'child', 'sibling', 'spouse', 'parent'].map((slug, index) =>
      relation(index, slug),
    );
    expect(ids(mixed)).toEqual([4, 3, 2, 1, 0]);
  });

  it('name the eldest first, and who has no birthdate last', () => {
    const children = [relation(1, 'child'), relation(2, 'child'), relation(3, 'child')];
    expect(
      ids(children, [
        [1, ''],
        [2, '2015-01-01'],
        [3, '2012-01-01'],
      ]),
    ).toEqual([3, 2, 1]);
  });

  it('of the same age are in the order of their names', () => {
    expect(ids([relation(1, 'child', 'Zoë'), relation(2, 'child', 'Anna')])).toEqual([2, 1]);
  });

  it('ask for the visible people, each once', () => {
    const relations = [
      relation(5, 'child'),
      relation(2, 'friend', ''),
      relation(5, 'friend'),
      relation(1, 'parent'),
    ];
    expect(relatedIds(relations)).toEqual([1, 5]);
  });
});

describe('a history', () => {
  it('has what is current first, the newest at the top', () => {
    const entries = [
      work({ team: 1, start_date: '2020-01-01', is_current: true }),
      work({ team: 2, start_date: '2022-01-01', end_date: '2023-01-01' }),
      work({ team: 3, start_date: '2024-01-01', end_date: '2026-01-01', is_current: true }),
      work({ team: 4, start_date: '2025-01-01', end_date: '2027-01-01', is_current: true }),
    ];
    const { current, past } = sortWork(entries, '2026-11-21');
    expect(current.map(({ team }) => team)).toEqual([4, 1]);
    expect(past.map(({ team }) => team)).toEqual([3, 2]);
  });
});

describe('a roster', () => {
  it('names everybody once, with all roles, by family name', () => {
    const people = gather([
      role({ id: 1, last_name: 'Vries', job_title: 'Keeper', start_date: '2025-07-01' }),
      role({ id: 2, last_name: 'Aalst', job_title: '' }),
      role({ id: 1, last_name: 'Vries', job_title: 'Aanvaller', start_date: '2024-07-01' }),
    ]);
    expect(people.map(({ id }) => id)).toEqual([2, 1]);
    expect(people[1]).toMatchObject({ titles: ['Keeper', 'Aanvaller'], since: '2024-07-01' });
  });

  it('of the past starts with who left last', () => {
    const former = sortFormer([
      role({ id: 1, end_date: '2020-06-30' }),
      role({ id: 2, end_date: '2024-06-30' }),
    ]);
    expect(former.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('numbers teams as people count', () => {
    expect(['JO10-1', 'JO9-2', 'JO9-10'].sort(compareNames)).toEqual(['JO9-2', 'JO9-10', 'JO10-1']);
  });
});

describe('texts that came as HTML', () => {
  it('are names', () => {
    expect(plainTitle('Normen &amp; Waarden &lt;3')).toBe('Normen & Waarden <3');
    expect(plainTitle('&amp;lt;')).toBe('&lt;');
  });

  it('are paragraphs and lines', () => {
    expect(plainContent('<p>Eén<br>twee</p>\n<p>drie &amp; &lt;b&gt;vier</p>\n')).toBe(
      'Eén\ntwee\n\ndrie & <b>vier',
    );
    expect(plainContent('')).toBe('');
  });
});

describe('a picture', () => {
  it.each([
    [{ type: 'image/png', size: 10 }, undefined],
    [{ type: 'text/plain', size: 10 }, 'type'],
    [{ type: 'image/svg+xml', size: 10 }, 'type'],
    [{ type: 'image/jpeg', size: 10 * 1024 * 1024 }, undefined],
    [{ type: 'image/jpeg', size: 10 * 1024 * 1024 + 1 }, 'size'],
  ])('%o is %s as a photo', (file, problem) => {
    expect(pictureProblem(file, photoTypes)).toBe(problem);
  });

  it('of a group may be drawn', () => {
    expect(pictureProblem({ type: 'image/svg+xml', size: 10 }, logoTypes)).toBeUndefined();
  });
});

describe('holds', () => {
  it('looks for every word, whatever the capitals and accents', () => {
    expect(holds('Commissie Coördinatie', 'coord COMM')).toBe(true);
    expect(holds('JO11-2', 'jo12')).toBe(false);
    expect(holds('JO11-2', ' ')).toBe(true);
  });
});
