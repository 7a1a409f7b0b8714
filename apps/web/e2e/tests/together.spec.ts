import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { ClubUser, UserScope } from '../../src/api/types';
import { errorTexts } from '../../src/texts/errors';
import { startTexts } from '../../src/texts/start';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';
import { makeGroup, makePerson, read, unique } from '../setup/rest';

/** Users of the demo, by what each of them is here. All but the administrator have one password. */
const names = {
  coordinator: 'coordinator',
  colleague: 'wedstrijdzaken', // a member of the workspace
  guest: 'vrijwilligers', // with whom somebody is shared
  treasurer: 'financieel',
};
type Who = 'administrator' | keyof typeof names;

/** Everybody in a browser of their own. */
async function everybody(browser: Browser, context: BrowserContext): Promise<Record<Who, Page>> {
  const open = async (username?: string) => {
    const page = await (
      username === undefined
        ? context
        : await browser.newContext({ baseURL: environment.baseURL() })
    ).newPage();
    const { password } = environment.user();
    await signIn(page, username === undefined ? environment.admin() : { username, password });
    return page;
  };
  const [administrator, coordinator, colleague, guest, treasurer] = await Promise.all([
    open(),
    open(names.coordinator),
    open(names.colleague),
    open(names.guest),
    open(names.treasurer),
  ]);
  return { administrator, coordinator, colleague, guest, treasurer };
}

const status = async (page: Page, path: string) => (await page.request.get(`/api${path}`)).status();

test('five users side by side see what is theirs, and nothing else', async ({
  browser,
  context,
}) => {
  const pages = await everybody(browser, context);
  const admin = pages.administrator;
  const headers = await nonceOf(admin);
  const put = (path: string, data: object) =>
    admin.request.put(`/api${path}`, { headers, data }).then((answer) => expect(answer).toBeOK());

  const tag = unique('Samen').replace(' ', '');
  const users = await read<ClubUser[]>(admin, '/club/v1/users?per_page=100');
  const userOf = (who: keyof typeof names) => {
    const user = users.find(({ username }) => username === names[who]);
    if (user === undefined) throw new Error(`there is no ${names[who]}`);
    return user;
  };

  // A player in the coordinator's team, somebody in a workspace, somebody who is shared, and somebody who is not.
  const team = await makeGroup(admin, 'teams', unique('JO11'));
  const person = (first_name: string, more: object = {}) =>
    makePerson(admin, { first_name, last_name: tag, ...more });
  const made = await admin.request.post('/api/club/v1/workspaces', {
    headers,
    data: { name: tag },
  });
  const { id: workspace } = (await made.json()) as { id: number };
  const ids = {
    Speelt: await person('Speelt', {
      work_history: [{ team, job_title: 'Speler', is_current: true }],
    }),
    Werkt: await person('Werkt', {
      _visibility: 'workspace',
      _assigned_workspaces: [workspace],
    }),
    Gedeeld: await person('Gedeeld'),
    Verborgen: await person('Verborgen'),
  };
  type Name = keyof typeof ids;
  const post = (path: string, data: object) =>
    admin.request.post(`/api${path}`, { headers, data }).then((answer) => expect(answer).toBeOK());
  const { id: coordinator } = userOf('coordinator');
  const scope = await read<UserScope>(admin, `/club/v1/users/${coordinator}/scope`);
  await put(`/club/v1/users/${coordinator}/scope`, { teams: [team], age_groups: [] });
  await post(`/club/v1/workspaces/${workspace}/members`, { user_id: userOf('colleague').id });
  await post(`/club/v1/people/${ids.Gedeeld}/shares`, { user_id: userOf('guest').id });
  for (const [content, visibility] of [
    ['Voor iedereen', 'shared'],
    ['Voor mij', 'private'],
  ] as const) {
    for (const id of Object.values(ids)) {
      await post(`/club/v1/people/${id}/notes`, { content, visibility });
    }
  }
  await post('/club/v1/todos', {
    content: tag,
    assignee_id: coordinator,
    person_ids: [ids.Speelt],
  });

  const sees: Record<Who, readonly Name[]> = {
    administrator: ['Speelt', 'Werkt', 'Gedeeld', 'Verborgen'],
    coordinator: ['Speelt'],
    colleague: ['Werkt'],
    guest: ['Gedeeld'],
    treasurer: [],
  };

  const look = async (who: Who) => {
    const page = pages[who];
    const mine = sees[who];
    await test.step(`${who}, by the API`, async () => {
      for (const [name, id] of Object.entries(ids)) {
        const may = mine.includes(name as Name);
        for (const path of [
          `/cms/v2/people/${id}`,
          `/club/v1/people/${id}/timeline`,
          `/club/v1/people/${id}/notes`,
          `/club/v1/people/${id}/activities`,
          `/club/v1/people/${id}/todos`,
        ]) {
          expect(await status(page, path), `${who} ${path}`).toBe(may ? 200 : 403);
        }
        if (may) {
          const notes = await read<{ content: string }[]>(page, `/club/v1/people/${id}/notes`);
          expect(notes.some(({ content }) => content.includes('Voor iedereen'))).toBe(true);
          const own = notes.some(({ content }) => content.includes('Voor mij'));
          expect(own, who).toBe(who === 'administrator');
        }
        const owns = who === 'administrator';
        expect(await status(page, `/club/v1/people/${id}/shares`)).toBe(owns ? 200 : 403);
      }
      const found = await read<{ people: { first_name: string }[]; total: number }>(
        page,
        `/club/v1/people/filtered?search=${tag}`,
      );
      expect(found.people.map(({ first_name }) => first_name).sort()).toEqual([...mine].sort());
      expect(found.total).toBe(mine.length);
      const hits = await read<{ people: unknown[] }>(page, `/club/v1/search?q=${tag}`);
      expect(hits.people).toHaveLength(mine.length);
      const every = await read<{ id: number }[]>(
        page,
        '/cms/v2/people?per_page=100&orderby=modified',
      );
      const others = Object.entries(ids).filter(([name]) => !mine.includes(name as Name));
      for (const [, id] of others) expect(every.map((one) => one.id)).not.toContain(id);

      expect(await status(page, `/cms/v2/teams/${team}`)).toBe(
        who === 'administrator' || who === 'coordinator' ? 200 : 403,
      );
      expect(await status(page, `/club/v1/workspaces/${workspace}`)).toBe(
        who === 'administrator' || who === 'colleague' ? 200 : 403,
      );
      for (const path of ['/club/v1/audit', '/club/v1/mails', '/club/v1/capability-matrix']) {
        expect(await status(page, path), path).toBe(who === 'administrator' ? 200 : 403);
      }
      const todos = await read<{ content: string }[]>(
        page,
        '/club/v1/todos?status=all&per_page=100',
      );
      expect(todos.some(({ content }) => content === tag)).toBe(
        who === 'administrator' || who === 'coordinator',
      );
      const nonce = await nonceOf(page);
      const edit = await page.request.put(`/api/cms/v2/people/${ids.Gedeeld}`, {
        headers: nonce,
        data: { acf: { nickname: 'x' } },
      });
      expect(edit.status(), `${who} edits`).toBe(who === 'administrator' ? 200 : 403);
      const block = await page.request.post(
        `/api/club/v1/people/${ids.Verborgen}/financial-block`,
        { headers: nonce, data: { blocked: true } },
      );
      expect(block.status(), `${who} blocks`).toBe(
        who === 'administrator' || who === 'treasurer' ? 200 : 403,
      );
    });

    await test.step(`${who}, on the page`, async () => {
      await page.goto(`/leden?q=${tag}`);
      for (const name of mine) await expect(page.getByText(name).first()).toBeVisible();
      await expect(page.locator('tbody [data-row]')).toHaveCount(mine.length);
      await page.goto(`/leden/${ids.Verborgen}`);
      const refused = page.getByRole('heading', { name: errorTexts.noAccess.title });
      if (who === 'administrator') await expect(page.getByText('Verborgen').first()).toBeVisible();
      else await expect(refused).toBeVisible();
      await page.goto('/start');
      const offers = page.getByRole('main').getByRole('listitem');
      const rights = offers.filter({ hasText: startTexts.offers.rights[0] });
      await expect(offers.first()).toBeVisible();
      await expect(rights).toHaveCount(who === 'administrator' ? 1 : 0);
    });
  };
  try {
    await Promise.all((Object.keys(pages) as Who[]).map(look));
  } finally {
    const { teams, age_groups } = scope;
    await put(`/club/v1/users/${coordinator}/scope`, { teams, age_groups });
    await Promise.all(
      Object.values(pages)
        .filter((page) => page !== admin)
        .map((page) => page.context().close()),
    );
  }
});
