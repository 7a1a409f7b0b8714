import { describe, expect, it } from 'vitest';

import { merge, mergeLists } from './merge';

const email = { contact_type: 'email', contact_label: '', contact_value: 'jan@club.example' };
const mobile = { contact_type: 'mobile', contact_label: '', contact_value: '06' };
const second = { contact_type: 'mobile', contact_label: '2', contact_value: '0612' };
const phone = { contact_type: 'phone', contact_label: '', contact_value: '020' };
const to = (row: typeof email, contact_value: string) => ({ ...row, contact_value });

describe('fields', () => {
  const base = { first_name: 'Jan', last_name: 'Kok', nickname: '' };
  it.each([
    ['mine alone', { ...base, nickname: 'J' }, base, { ...base, nickname: 'J' }],
    ['theirs alone', base, { ...base, nickname: 'J' }, { ...base, nickname: 'J' }],
    [
      'one each',
      { ...base, nickname: 'J' },
      { ...base, last_name: 'Bos' },
      { ...base, nickname: 'J', last_name: 'Bos' },
    ],
    [
      'the same',
      { ...base, nickname: 'J' },
      { ...base, nickname: 'J' },
      { ...base, nickname: 'J' },
    ],
    ['mine is emptied', { ...base, last_name: '' }, base, { ...base, last_name: '' }],
  ])('%s', (_, mine, theirs, values) => {
    expect(merge(base, mine, theirs)).toEqual({ values, conflicts: [] });
  });

  it('asks about one that both changed', () => {
    const mine = { ...base, nickname: 'J', last_name: 'Bos' };
    const theirs = { ...base, nickname: 'Jantje' };
    const conflicts = [{ field: 'nickname', mine: 'J', theirs: 'Jantje' }];
    expect(merge(base, mine, theirs)).toEqual({
      values: { ...theirs, last_name: 'Bos' },
      conflicts,
    });
    expect(merge(base, mine, theirs, ['mine'])).toEqual({ values: mine, conflicts });
    expect(merge(base, mine, theirs, ['theirs']).values.nickname).toBe('Jantje');
  });
});

describe('lists of numbers', () => {
  it.each([
    ['one is added by each', [1, 2, 3], [1, 2, 4], [1, 2, 4, 3]],
    ['one is taken away by each', [1], [2], []],
    ['the same by both', [1, 2, 3], [1, 2, 3], [1, 2, 3]],
    ['taken away and added', [1], [1, 2, 4], [1, 4]],
  ])('%s', (_, mine, theirs, ids) => {
    expect(merge({ ids: [1, 2] }, { ids: mine }, { ids: theirs })).toEqual({
      values: { ids },
      conflicts: [],
    });
  });
});

describe('rows', () => {
  const base = [email, mobile];
  it.each([
    [
      'each changes another row',
      [to(email, 'j@x'), mobile],
      [email, to(mobile, '07')],
      [to(email, 'j@x'), to(mobile, '07')],
    ],
    ['each adds one', [...base, phone], [...base, second], [email, mobile, phone, second]],
    ['both add the same', [...base, phone], [...base, phone], [...base, phone]],
    ['I add, they remove', [...base, phone], [email], [email, phone]],
    ['I remove, they add', [mobile], [...base, phone], [mobile, phone]],
    ['both remove the same', [email], [email], [email]],
    ['I remove one, they another', [email], [mobile], []],
    [
      'I change, they add above',
      [to(email, 'j@x'), mobile],
      [phone, ...base],
      [to(email, 'j@x'), mobile, phone],
    ],
    [
      'I change the type, they another row',
      [{ ...email, contact_type: 'email2' }, mobile],
      [email, to(mobile, '07')],
      [{ ...email, contact_type: 'email2' }, to(mobile, '07')],
    ],
    ['I sort, they change', [mobile, email], [email, to(mobile, '07')], [to(mobile, '07'), email]],
    [
      'both change alike',
      [email, to(mobile, '07')],
      [email, to(mobile, '07')],
      [email, to(mobile, '07')],
    ],
    ['all of mine is new', [second], base, [second]],
  ])('%s', (_, mine, theirs, contact_info) => {
    expect(merge({ contact_info: base }, { contact_info: mine }, { contact_info: theirs })).toEqual(
      { values: { contact_info }, conflicts: [] },
    );
  });

  it.each([
    ['both change one', to(mobile, '07'), to(mobile, '08')],
    ['I change what they remove', to(mobile, '07'), undefined],
    ['I remove what they change', undefined, to(mobile, '08')],
  ])('asks when %s', (_, my, their) => {
    const list = (row: typeof email | undefined) => ({
      contact_info: row === undefined ? [email] : [email, row],
    });
    const found = merge({ contact_info: base }, list(my), list(their));
    expect(found.conflicts).toEqual([{ field: 'contact_info', mine: my, theirs: their }]);
    expect(found.values).toEqual(list(their));
    expect(merge({ contact_info: base }, list(my), list(their), ['mine']).values).toEqual(list(my));
  });

  it('keeps rows apart that are equal', () => {
    const two = [phone, { ...phone }];
    expect(
      merge({ contact_info: two }, { contact_info: [phone] }, { contact_info: [...two, email] }),
    ).toEqual({ values: { contact_info: [phone, email] }, conflicts: [] });
  });

  it('knows a function by its team and day, and a relation by its person', () => {
    const work = (team: number, job_title: string) => ({ team, job_title, start_date: '' });
    expect(
      merge(
        { work_history: [work(1, 'Speler'), work(2, 'Trainer')] },
        { work_history: [work(1, 'Keeper'), work(2, 'Trainer')] },
        { work_history: [work(2, 'Leider'), work(1, 'Speler')] },
      ),
    ).toEqual({
      values: { work_history: [work(1, 'Keeper'), work(2, 'Leider')] },
      conflicts: [],
    });
    const relation = (related_person: number, relationship_type: number, person_name: string) => ({
      related_person,
      relationship_type,
      relationship_label: '',
      person_name,
    });
    expect(
      merge(
        { relationships: [relation(1, 2, 'Els'), relation(3, 4, 'Bo')] },
        { relationships: [relation(1, 9, 'Els'), relation(3, 4, 'Bo')] },
        { relationships: [relation(1, 2, 'Els Kok')] },
      ),
    ).toEqual({ values: { relationships: [relation(1, 9, 'Els')] }, conflicts: [] });
  });
});

describe('lists by name', () => {
  const base = { Trainer: ['a', 'b'], Leider: [] };
  it.each([
    ['mine alone', { ...base, Kantine: ['c'] }, base, { ...base, Kantine: ['c'] }],
    ['theirs alone', base, { Trainer: ['a'] }, { Trainer: ['a'] }],
    [
      'items of one list',
      { ...base, Trainer: ['a', 'b', 'c'] },
      { ...base, Trainer: ['b'] },
      { ...base, Trainer: ['b', 'c'] },
    ],
    ['removed by both', { Leider: [] }, { Leider: [] }, { Leider: [] }],
    ['one each removed', { Leider: [] }, { Trainer: ['a', 'b'] }, {}],
    [
      'removed by one, added to by the other',
      { Trainer: ['a', 'b', 'c'], Leider: [] },
      { Leider: ['d'] },
      { Trainer: ['c'], Leider: ['d'] },
    ],
    ['the same', { ...base, Scheids: [] }, { ...base, Scheids: [] }, { ...base, Scheids: [] }],
  ])('%s', (_, mine, theirs, merged) => {
    expect(mergeLists(base, mine, theirs)).toEqual(merged);
  });
});
