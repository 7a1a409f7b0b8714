import * as v from 'valibot';

/** The server answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Messages by field, in the server's words: `acf.contact_info[0].contact_type`. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds to wait before trying again, when the server said so. */
    readonly retryAfter?: number,
    /** With 412: who changed the record meanwhile, where that is known, and when, in the club's zone. */
    readonly changed: { by: string; at: string } = { by: '', at: '' },
  ) {
    super(message);
  }
}

/** There was no answer at all: the server is down or the connection is gone. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Something answered that is not our API, for example a proxy's HTML page. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(readonly status: number) {
    super(`expected JSON, got something else with status ${status}`);
  }
}

/** Somebody else signed in on this browser: what was asked is not sent as theirs. */
export class OtherUserError extends Error {
  override readonly name = 'OtherUserError';
}

const errorBody = v.object({
  code: v.string(),
  message: v.string(),
  data: v.optional(
    v.object({
      params: v.optional(v.record(v.string(), v.string())),
      modified: v.optional(v.string()),
      modified_by: v.optional(v.string()),
    }),
  ),
});

/** Reads the contract's error body; an answer without one still becomes an error with its status. */
export function toApiError(response: Response, body: unknown): ApiError {
  const parsed = v.safeParse(errorBody, body);
  const wait = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const retryAfter = Number.isNaN(wait) ? undefined : wait;
  if (!parsed.success) return new ApiError(response.status, 'unknown', '', {}, retryAfter);
  const { code, message, data } = parsed.output;
  const changed = { by: data?.modified_by ?? '', at: data?.modified ?? '' };
  return new ApiError(response.status, code, message, data?.params ?? {}, retryAfter, changed);
}

/** Codes of a 401 that says nothing of our own session: a refused sign-in, and a service that refused our server. */
const notOurs: readonly string[] = [
  'invalid_credentials',
  'second_factor_required',
  'wrong_code',
  'passkey_refused',
  'passkey_expired',
  'sync_error',
];

/** Whether an answer shows that nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean =>
  hasStatus(error, 401) && !notOurs.includes(error.code);

/** Whether an answer shows that the user has to set up a second factor before anything else. */
export const asksForFactor = (error: unknown): boolean =>
  hasStatus(error, 403) && error.code === 'second_factor_setup';

export const hasStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;
