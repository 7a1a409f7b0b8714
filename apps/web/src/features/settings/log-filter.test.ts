import * as v from 'valibot';
import { expect, it } from 'vitest';

import { parseSearch, stringifySearch } from '@/app/search-params';

import { logSearchSchema } from './log-filter';

const read = (search: Record<string, unknown>) => v.parse(logSearchSchema, search);

it('reads from the address what the page wrote into it', () => {
  const asked = { wat: 'login', wie: 7, over: 'person:3', van: '2026-01-02', tot: '2026-02-01' };
  expect(read(asked)).toEqual(asked);
  expect(read(parseSearch(stringifySearch(asked)))).toEqual(asked);
});

it.each(['', '0', '-1', '1.5', 'jan', '1e40', 0, 2.5, true])(
  'takes %j for nobody in particular',
  (wie) => expect(read({ wie }).wie).toBeUndefined(),
);
