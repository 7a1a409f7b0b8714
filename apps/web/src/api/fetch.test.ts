import { describe, expect, it } from 'vitest';

import { ConnectionError, OtherUserError, UnexpectedAnswerError } from './errors';
import { createApiFetch } from './fetch';

const root = 'https://club.example/api';

const json = (body: unknown, status = 200) => Response.json(body, { status });

const staleNonce = () => json({ code: 'rest_cookie_invalid_nonce', message: '' }, 403);

const put = (body = '{}') => new Request(`${root}/cms/v2/people/1`, { method: 'PUT', body });

/** A server that wants one nonce for changes and hands it out at GET session. */
function serverWithNonce(valid: string) {
  const seen: string[] = [];
  const bodies: string[] = [];
  const client = createApiFetch(`${root}/club/v1/session`, async (request) => {
    const { pathname } = new URL(request.url);
    seen.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') return json({ nonce: valid });
    if (request.headers.get('X-CMS-Nonce') !== valid) return staleNonce();
    bodies.push(await request.text());
    return json({ ok: true });
  });
  return { client, seen, bodies };
}

describe('nonce', () => {
  it('goes along with a change', async () => {
    const { client, seen } = serverWithNonce('n1');
    client.remember('n1');
    expect((await client.send(put())).status).toBe(200);
    expect(seen).toEqual(['PUT /api/cms/v2/people/1']);
  });

  it('is renewed once, and the change sent again with its body', async () => {
    const { client, seen, bodies } = serverWithNonce('n2');
    client.remember('old');
    expect((await client.send(put('{"acf":{}}'))).status).toBe(200);
    expect(bodies).toEqual(['{"acf":{}}']);
    expect(seen).toEqual([
      'PUT /api/cms/v2/people/1',
      'GET /api/club/v1/session',
      'PUT /api/cms/v2/people/1',
    ]);
  });

  it('is renewed once for changes that fail together', async () => {
    const { client, seen } = serverWithNonce('n2');
    client.remember('old');
    const answers = await Promise.all([client.send(put()), client.send(put()), client.send(put())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(seen.filter((call) => call.startsWith('GET'))).toHaveLength(1);
  });

  it('does not try for ever', async () => {
    let changes = 0;
    const client = createApiFetch(`${root}/club/v1/session`, (request) => {
      if (request.method === 'GET') return Promise.resolve(json({ nonce: 'n' }));
      changes += 1;
      return Promise.resolve(staleNonce());
    });
    expect((await client.send(put())).status).toBe(403);
    expect(changes).toBe(2);
  });

  it('is not renewed for somebody else, who signed in meanwhile', async () => {
    let changes = 0;
    const client = createApiFetch(`${root}/club/v1/session`, (request) => {
      if (request.method === 'GET') return Promise.resolve(json({ nonce: 'n', user: { id: 2 } }));
      changes += 1;
      return Promise.resolve(staleNonce());
    });
    client.remember('old', 1);
    await expect(client.send(put())).rejects.toThrow(OtherUserError);
    expect(changes).toBe(1);
    client.remember('old', 2);
    expect((await client.send(put())).status).toBe(403);
  });

  it('leaves another refusal alone', async () => {
    let calls = 0;
    const client = createApiFetch(`${root}/club/v1/session`, () => {
      calls += 1;
      return Promise.resolve(json({ code: 'rest_forbidden', message: '' }, 403));
    });
    expect((await client.send(put())).status).toBe(403);
    expect(calls).toBe(1);
  });

  it('is not sent with a question', async () => {
    let nonce: string | null = '';
    const client = createApiFetch(`${root}/club/v1/session`, (request) => {
      nonce = request.headers.get('X-CMS-Nonce');
      return Promise.resolve(json({}));
    });
    client.remember('n1');
    await client.send(new Request(`${root}/`));
    expect(nonce).toBeNull();
  });
});

describe('confirmation', () => {
  const unconfirmed = () => json({ code: 'confirmation_required', message: '' }, 403);

  /** A server that wants the password once more, and a user who gives it or does not. */
  function serverThatAsks(given: boolean) {
    let confirmed = false;
    const bodies: string[] = [];
    let asked = 0;
    const client = createApiFetch(
      `${root}/club/v1/session`,
      async (request) => {
        if (request.method === 'GET') return json({ nonce: 'n' });
        if (request.headers.get('X-CMS-Nonce') !== 'n') return staleNonce();
        bodies.push(await request.text());
        return confirmed ? json({ ok: true }) : unconfirmed();
      },
      {
        signIn: () => Promise.resolve(false),
        confirm: () => {
          asked += 1;
          confirmed = given;
          return Promise.resolve(given);
        },
      },
    );
    return { client, bodies, asked: () => asked };
  }

  it('is asked for, and the change sent again with its body', async () => {
    const { client, bodies, asked } = serverThatAsks(true);
    expect((await client.send(put('{"name":"x"}'))).status).toBe(200);
    expect(bodies).toEqual(['{"name":"x"}', '{"name":"x"}']);
    expect(asked()).toBe(1);
  });

  it('leaves the refusal when it is not given', async () => {
    const { client, bodies } = serverThatAsks(false);
    const answer = await client.send(put());
    expect(await answer.json()).toMatchObject({ code: 'confirmation_required' });
    expect(bodies).toHaveLength(1);
  });

  it('is not asked for ever', async () => {
    let asked = 0;
    const client = createApiFetch(`${root}/club/v1/session`, () => Promise.resolve(unconfirmed()), {
      signIn: () => Promise.resolve(false),
      confirm: () => {
        asked += 1;
        return Promise.resolve(true);
      },
    });
    expect((await client.send(put())).status).toBe(403);
    expect(asked).toBe(1);
  });
});

describe('a session that ended', () => {
  const signedOut = (code = 'rest_not_logged_in') => json({ code, message: '' }, 401);

  function serverThatForgot(back: boolean, refusal = signedOut) {
    let isIn = false;
    let asked = 0;
    const bodies: string[] = [];
    const client = createApiFetch(
      `${root}/club/v1/session`,
      async (request) => {
        bodies.push(await request.text());
        return isIn ? json({ ok: true }) : refusal();
      },
      {
        confirm: () => Promise.resolve(false),
        signIn: () => {
          asked += 1;
          isIn = back;
          return Promise.resolve(back);
        },
      },
    );
    client.remember('n');
    return { client, bodies, asked: () => asked };
  }

  it('is begun anew, and what was refused is sent again with its body', async () => {
    const { client, bodies, asked } = serverThatForgot(true);
    expect((await client.send(put('{"name":"x"}'))).status).toBe(200);
    expect((await client.send(new Request(`${root}/`))).status).toBe(200);
    expect(bodies).toEqual(['{"name":"x"}', '{"name":"x"}', '']);
    expect(asked()).toBe(1);
  });

  it('leaves the refusal when nobody signs in', async () => {
    const { client } = serverThatForgot(false);
    expect((await client.send(put())).status).toBe(401);
  });

  it('is no question for who was not signed in, or signed out', async () => {
    const { client, asked } = serverThatForgot(true);
    client.remember(undefined);
    expect((await client.send(put())).status).toBe(401);
    expect(asked()).toBe(0);
  });

  it('is not what a refused sign-in or another service means', async () => {
    const { client, asked } = serverThatForgot(true, () => signedOut('sync_error'));
    expect((await client.send(put())).status).toBe(401);
    const session = new Request(`${root}/club/v1/session`, { method: 'POST' });
    expect((await serverThatForgot(true).client.send(session)).status).toBe(401);
    expect(asked()).toBe(0);
  });
});

describe('answers', () => {
  const answering = (answer: () => Promise<Response>) =>
    createApiFetch(`${root}/club/v1/session`, answer).send(new Request(`${root}/`));

  it('refuses a page where JSON belongs, whatever its status', async () => {
    const page = (status: number) =>
      Promise.resolve(
        new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } }),
      );
    await expect(answering(() => page(200))).rejects.toBeInstanceOf(UnexpectedAnswerError);
    await expect(answering(() => page(502))).rejects.toBeInstanceOf(UnexpectedAnswerError);
  });

  it('tells no answer from a bad one', async () => {
    const none = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(answering(none)).rejects.toBeInstanceOf(ConnectionError);
  });
});
