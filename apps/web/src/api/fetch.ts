import * as v from 'valibot';

import {
  ConnectionError,
  isSignedOut,
  OtherUserError,
  toApiError,
  UnexpectedAnswerError,
} from './errors';

type Send = (request: Request) => Promise<Response>;

interface ApiFetch {
  /** Sends a request with what our server asks of a browser. */
  send: Send;
  /** Remembers the nonce that came with a session, and whose that is. */
  remember: (nonce: string | undefined, user?: number) => void;
}

/** What the page asks when the server refuses a call until then; whether it may be sent again. */
interface Questions {
  confirm: () => Promise<boolean>;
  signIn: () => Promise<boolean>;
}

const never = () => Promise.resolve(false);

const nonceHeader = 'X-CMS-Nonce';
const staleNonce = v.object({ code: v.literal('rest_cookie_invalid_nonce') });
const unconfirmed = v.object({ code: v.literal('confirmation_required') });
const renewed = v.object({ nonce: v.string(), user: v.optional(v.object({ id: v.number() })) });

/**
 * The one place that knows about nonces. Every change carries the session's nonce; when the server calls it too old, a
 * new one is asked for and the change is sent once more. Calls that fail together share one renewal. A change that wants the password
 * given once more waits for confirm, and is sent again when that says that it was given. So does every call of a session that
 * ended behind our back, with signIn. What one user typed is never sent as another one, who signed in in another tab meanwhile.
 */
export function createApiFetch(
  sessionUrl: string,
  transport: Send,
  { confirm, signIn }: Questions = { confirm: never, signIn: never },
): ApiFetch {
  let nonce: string | undefined;
  /** Somebody was signed in on this page, and did not leave. */
  let hasSession = false;
  let user: number | undefined;
  let renewal: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const answer = await dispatch(new Request(sessionUrl), transport);
    const session = v.safeParse(renewed, await answer.json());
    const now = session.success ? session.output.user?.id : undefined;
    if (user !== undefined && now !== undefined && now !== user) throw new OtherUserError();
    // Without a session there is no nonce either; the retried call then answers 401 and that is the right message.
    nonce = session.success ? session.output.nonce : undefined;
  }

  async function send(request: Request): Promise<Response> {
    const again = request.clone();
    const answer = await sendConfirmed(request);
    // For what nobody waits for nobody is asked to sign in.
    if (answer.status !== 401 || !hasSession || request.url === sessionUrl || request.keepalive) {
      return answer;
    }
    const ended = isSignedOut(toApiError(answer, await answer.clone().json()));
    return ended && (await signIn()) ? sendConfirmed(again) : answer;
  }

  async function sendConfirmed(request: Request): Promise<Response> {
    if (request.method === 'GET' || request.method === 'HEAD') return dispatch(request, transport);

    const again = request.clone();
    const answer = await sendChange(request);
    if (answer.status !== 403 || !v.is(unconfirmed, await answer.clone().json())) return answer;
    return (await confirm()) ? sendChange(again) : answer;
  }

  async function sendChange(request: Request): Promise<Response> {
    const again = request.clone();
    const used = nonce;
    const answer = await dispatch(withNonce(request, used), transport);
    if (answer.status !== 403 || !v.is(staleNonce, await answer.clone().json())) return answer;

    // Another call may have renewed it while this one was on its way.
    if (nonce === used) {
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return dispatch(withNonce(again, nonce), transport);
  }

  return {
    send,
    remember: (fresh, whose) => {
      nonce = fresh;
      user = whose;
      hasSession = fresh !== undefined;
    },
  };
}

function withNonce(request: Request, nonce: string | undefined): Request {
  if (nonce !== undefined) request.headers.set(nonceHeader, nonce);
  return request;
}

async function dispatch(request: Request, transport: Send): Promise<Response> {
  let answer: Response;
  try {
    answer = await transport(request);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ConnectionError('no answer', { cause });
  }
  // A page where JSON or a file belongs means that a proxy or a wrong REST root answered: never take it for data.
  const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
  if (!isJson && !answer.headers.has('Content-Disposition')) {
    throw new UnexpectedAnswerError(answer.status);
  }
  return answer;
}
