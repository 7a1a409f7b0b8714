import { describe, expect, it } from 'vitest';

import { describeError } from '@/lib/describe-error';
import { fieldErrors } from '@/lib/field-errors';
import { errorTexts } from '@/texts/errors';

import { ApiError, ConnectionError, toApiError } from './errors';

const answer = (status: number, headers: HeadersInit = {}) =>
  new Response(null, { status, headers });

describe('toApiError', () => {
  it("reads the contract's body", () => {
    const error = toApiError(answer(400), {
      code: 'rest_invalid_param',
      message: 'Ongeldige invoer.',
      data: { status: 400, params: { 'acf.first_name': 'Vul een voornaam in.' } },
    });
    expect(error).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
      message: 'Ongeldige invoer.',
      fields: { 'acf.first_name': 'Vul een voornaam in.' },
    });
  });

  it('reads how long to wait', () => {
    const body = { code: 'too_many_attempts', message: '' };
    expect(toApiError(answer(429, { 'Retry-After': '540' }), body).retryAfter).toBe(540);
    expect(toApiError(answer(429), body).retryAfter).toBeUndefined();
  });

  it('keeps the status of a body that it does not know', () => {
    expect(toApiError(answer(500), undefined)).toMatchObject({ status: 500, code: 'unknown' });
    expect(toApiError(answer(500), 'oops')).toMatchObject({ status: 500, code: 'unknown' });
  });
});

describe('fieldErrors', () => {
  it("puts the server's fields under the paths of the form", () => {
    const error = new ApiError(400, 'rest_invalid_param', '', {
      'acf.first_name': 'a',
      'acf.contact_info[0].contact_type': 'b',
      new_password: 'c',
    });
    expect(fieldErrors(error)).toEqual({
      first_name: 'a',
      'contact_info.0.contact_type': 'b',
      new_password: 'c',
    });
  });

  it('has nothing to say about other errors', () => {
    expect(fieldErrors(new Error('x'))).toEqual({});
  });
});

describe('describeError', () => {
  it("uses the server's words for what the user did", () => {
    const error = new ApiError(400, 'wrong_password', 'Huidig wachtwoord is onjuist.');
    expect(describeError(error).message).toBe('Huidig wachtwoord is onjuist.');
  });

  it('does not call a password that was not given a lack of rights', () => {
    const error = new ApiError(403, 'confirmation_required', 'Bevestig dit eerst.');
    expect(describeError(error)).toEqual({
      title: errorTexts.refused.title,
      message: 'Bevestig dit eerst.',
    });
  });

  it('shows nothing of the inside of a server that failed', () => {
    const error = new ApiError(500, 'internal', 'pq: deadlock detected');
    expect(describeError(error)).toEqual(errorTexts.server);
  });

  it('points at the fields instead of naming parameters', () => {
    const error = new ApiError(400, 'rest_invalid_param', 'Ongeldig: acf', { 'acf.gender': 'x' });
    expect(describeError(error).message).toBe(errorTexts.fields);
  });

  it('tells a lost connection from a fault', () => {
    expect(describeError(new ConnectionError('x'))).toEqual(errorTexts.connection);
  });
});
