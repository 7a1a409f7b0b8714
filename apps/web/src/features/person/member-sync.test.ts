import { describe, expect, it } from 'vitest';

import { ApiError, ConnectionError, UnexpectedAnswerError } from '@/api/errors';
import type { MemberSync, Person } from '@/api/types';
import { errorTexts } from '@/texts/errors';
import { memberSyncTexts } from '@/texts/member-sync';

import { describeSync, describeSyncError, elapsed, maySync, waitingHint } from './member-sync';

const member = (code: string) => ({ acf: { 'assoc-id': code } }) as Person;

it.each([
  [{ can_sync_individual: true }, 'ABCD12', true],
  [{ can_sync_individual: true }, '', false],
  [{ can_sync_individual: false }, 'ABCD12', false],
  [null, 'ABCD12', false],
  [undefined, 'ABCD12', false],
])('offers it to %j for the code "%s": %s', (me, code, offered) => {
  expect(maySync(me, member(code))).toBe(offered);
});

it.each([
  [-5, '0:00'],
  [0, '0:00'],
  [999, '0:00'],
  [7_000, '0:07'],
  [65_400, '1:05'],
  [750_000, '12:30'],
])('says of %d ms that it lasts %s', (milliseconds, text) => {
  expect(elapsed(milliseconds)).toBe(text);
});

it('says when it takes longer than usual', () => {
  expect(waitingHint(119_999)).toBe(memberSyncTexts.hint);
  expect(waitingHint(120_000)).toBe(memberSyncTexts.slow);
});

describe('what became of a person', () => {
  const result = (action: MemberSync['action'], record = 7): MemberSync => ({
    ok: true,
    assoc_id: 'ABCD12',
    action,
    club_record_id: record,
  });
  const jan = { id: 7, name: 'Jan de Vries' };

  it.each([
    ['created', 'Jan de Vries is aangemaakt vanuit de ledenadministratie.'],
    ['updated', 'Jan de Vries is bijgewerkt uit de ledenadministratie.'],
    ['skipped', 'Er was niets veranderd aan Jan de Vries.'],
  ] as const)('%s', (action, sentence) => {
    expect(describeSync(result(action), jan)).toBe(sentence);
  });

  it('names another record than the one on the page', () => {
    expect(describeSync(result('created', 812), jan)).toContain('nummer 812');
  });
});

describe('why a person is not up to date', () => {
  const sentence = 'Dit lid staat niet in de ledenadministratie van de bond.';

  it.each([
    [new ApiError(422, 'sync_error', sentence), sentence],
    [new ApiError(429, 'sync_error', 'Over een minuut.', {}, 60), 'Over een minuut.'],
    [new ApiError(401, 'sync_error', 'Een sleutel.'), 'Een sleutel.'],
    [new ApiError(500, 'sync_not_configured', 'Niet ingesteld.'), 'Niet ingesteld.'],
    [new ApiError(502, 'sync_request_failed', 'Geen antwoord.'), 'Geen antwoord.'],
    [new ApiError(502, 'sync_request_failed', ''), errorTexts.server.message],
    [new ApiError(500, 'internal_error', 'Er ging iets mis.'), errorTexts.server.message],
    [
      new ApiError(400, 'rest_invalid_param', 'Ongeldig', { assoc_id: '4 tot 10 tekens.' }),
      '4 tot 10 tekens.',
    ],
    [new ApiError(403, 'rest_forbidden', 'Je hebt geen toegang.'), 'Je hebt geen toegang.'],
    [new ConnectionError('no answer'), memberSyncTexts.noAnswer],
    [new UnexpectedAnswerError(504), memberSyncTexts.noAnswer],
    [new TypeError('a fault of ours'), errorTexts.crash.message],
  ])('%s', (error, words) => {
    expect(describeSyncError(error)).toBe(words);
  });
});
