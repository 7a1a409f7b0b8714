import type { Page } from '@playwright/test';

import { nonceOf } from './helpers';

/** Makes what a test needs over REST, as who is signed in. */
export async function make(page: Page, path: string, data: object): Promise<number> {
  const headers = await nonceOf(page);
  const answer = await page.request.post(`/api${path}`, { headers, data });
  if (answer.status() !== 201) throw new Error(`${path} answered ${answer.status()}`);
  return ((await answer.json()) as { id: number }).id;
}

export const makePerson = (page: Page, acf: Record<string, unknown>): Promise<number> =>
  make(page, '/cms/v2/people', { status: 'publish', acf });

export const makeGroup = (
  page: Page,
  kind: 'teams' | 'commissies',
  title: string,
  rest: object = {},
): Promise<number> => make(page, `/cms/v2/${kind}`, { status: 'publish', title, ...rest });

/** A name that no other test and no person of the demo has. */
export const unique = (name: string): string =>
  `${name} ${Math.random().toString(36).slice(2, 8)}q`;

export async function read<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(`/api${path}`);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
  return (await answer.json()) as Answer;
}
