import type { Page } from '@playwright/test';

import { commonTexts, leaveTexts } from '../../src/texts/common';
import { contactTexts } from '../../src/texts/contact';
import { errorTexts } from '../../src/texts/errors';
import { personTexts } from '../../src/texts/person';
import { reachableTexts } from '../../src/texts/reachable';
import { searchTexts } from '../../src/texts/search';
import { shellTexts } from '../../src/texts/shell';
import type { PersonPage } from '../pom/person-page';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makePerson } from '../setup/rest';

// As most people's browsers: what may be wanted soon comes by itself.
test.use({ savesData: false });

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

const identity = personTexts.identity;

/** Types a nickname into a new person's card, and leaves it there. */
async function typeSomething(page: Page, person: PersonPage) {
  const id = await makePerson(page, { first_name: 'Proef', last_name: 'Persoon' });
  await person.open(id);
  const card = person.card(identity.title);
  await card.edit();
  const input = card.root.getByRole('textbox', { name: identity.nickname });
  await input.fill('Proefje');
  return { id, card, input };
}

test('what was typed is asked about before it is left', async ({ page, person, people, shell }) => {
  // The other dialogs of the page are still on their way.
  await page.route(/\/assets\/Questions-/, () => undefined);
  const { id, card, input } = await typeSomething(page, person);
  const dialog = page.getByRole('dialog', { name: leaveTexts.title });

  await shell.navigation.getByRole('link', { name: shellTexts.teams }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: leaveTexts.stay }).click();
  await expect(input).toHaveValue('Proefje');

  let asked = false;
  page.once('dialog', (question) => {
    asked = question.type() === 'beforeunload';
    return question.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toBe(true);
  await expect(input).toHaveValue('Proefje');

  await shell.navigation.getByRole('link', { name: shellTexts.people }).click();
  await dialog.getByRole('button', { name: leaveTexts.save, exact: true }).click();
  await expect(people.heading).toBeVisible();
  await person.open(id);
  await expect(card.root.getByText('Proefje')).toBeVisible();
});

test('a session that ended costs nothing that was typed', async ({
  page,
  person,
  shell,
  signInPage,
}) => {
  const { card, input } = await typeSomething(page, person);
  await shell.endSession();
  await card.save();
  await expect(page.getByRole('dialog')).toBeVisible();
  await signInPage.signIn(environment.admin());
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await expect(input).toHaveCount(0);
  await expect(card.root.getByText('Proefje')).toBeVisible();
});

/** The parts that a person's page fetches when they are wanted: by what, and what then stands there. */
const parts = [
  {
    file: 'HistoryRow',
    want: (page: Page) => page.getByRole('button', { name: personTexts.history.addLong }),
    arrived: (page: Page) => page.getByLabel(personTexts.history.start_date, { exact: true }),
  },
  {
    file: 'RelationRows',
    want: (page: Page) =>
      page.getByRole('button', { name: commonTexts.editThing(personTexts.relations.title) }),
    arrived: (page: Page) => page.getByRole('button', { name: personTexts.relations.add }),
  },
  {
    file: 'SearchDialog',
    over: true,
    want: (page: Page) => page.getByRole('button', { name: searchTexts.title }),
    arrived: (page: Page) => page.getByRole('searchbox', { name: searchTexts.input }),
  },
  {
    file: 'UserMenu',
    over: true,
    want: (page: Page) => page.getByRole('button', { name: /Gebruikersmenu/ }),
    arrived: (page: Page) => page.getByRole('menuitem', { name: shellTexts.signOut }),
  },
  {
    file: 'LabelsDialog',
    over: true,
    want: (page: Page) => page.getByRole('button', { name: personTexts.labels.add }),
    arrived: (page: Page) => page.getByRole('dialog', { name: personTexts.labels.title }),
  },
  {
    file: 'NavigationDrawer',
    over: true,
    width: 390,
    want: (page: Page) => page.getByRole('button', { name: shellTexts.openNavigation }),
    arrived: (page: Page) => page.getByRole('dialog', { name: shellTexts.navigation }),
  },
];

test('a file that does not come costs its part alone, and comes when asked for again', async ({
  page,
  person,
}) => {
  const lost = new Set(parts.map(({ file }) => file));
  await page.route(/\/assets\/.*\.(js|css)(\?|$)/, (route) => {
    const file = /assets\/(\w+)-/.exec(route.request().url())?.[1] ?? '';
    return lost.has(file) ? route.abort() : route.continue();
  });
  const { input } = await typeSomething(page, person);
  const message = page.getByText(errorTexts.lost.unknown.title);
  for (const { file, over = false, width = 1280, want, arrived } of parts) {
    await test.step(file, async () => {
      await page.setViewportSize({ width, height: 900 });
      await want(page).click();
      await expect(message).toBeVisible();
      await expect(input).toHaveValue('Proefje');

      lost.delete(file);
      await page.getByRole('button', { name: commonTexts.retry }).click();
      await expect(arrived(page).first()).toBeVisible();
      await expect(input).toHaveValue('Proefje');
      if (over) await page.keyboard.press('Escape');
      await expect(message).toHaveCount(0);
    });
  }
});

test('a page that does not come says so inside the shell, and comes by itself when the line is back', async ({
  page,
  people,
  shell,
}) => {
  await people.open();
  await page.context().setOffline(true);
  await shell.navigation.getByRole('link', { name: shellTexts.committees }).click();
  await expect(page.getByRole('heading', { name: errorTexts.lost.offline.title })).toBeVisible();
  // The bar of a list that could not be renewed may have a button of the same name.
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: commonTexts.retry })).toBeVisible();
  await expect(shell.navigation).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: shellTexts.committees, level: 1 })).toBeVisible();
  await expect(page.getByText('Jeugdcommissie').first()).toBeVisible();
});

test('after an upgrade a page whose file is gone is loaded anew, with the new program', async ({
  page,
  people,
  shell,
}) => {
  let version = '1';
  await page.route('**/club/v1/version', (route) => route.fulfill({ json: { version } }));
  // The server of before had this file; the one of now has not, and answers so.
  const old = /\/assets\/groups-[^/]*\.js$/;
  const gone = await page.request.get('/assets/groups-gone.js');
  expect(gone.status()).toBe(404);
  let isNew = false;
  await page.route(old, (route) => (isNew ? route.continue() : route.fulfill({ response: gone })));
  const looked = page.waitForResponse('**/club/v1/version');
  await people.open();
  await looked;
  version = '2';
  page.on('request', (request) => (isNew ||= request.isNavigationRequest()));
  const loaded = page.waitForEvent('load');
  await shell.navigation.getByRole('link', { name: shellTexts.committees }).click();
  await loaded;
  await expect(page.getByRole('heading', { name: shellTexts.committees, level: 1 })).toBeVisible();
});

test('one number is put right where it stands: click, type, Enter', async ({ page, person }) => {
  const id = await makePerson(page, {
    first_name: 'Proef',
    contact_info: [
      { contact_type: 'email', contact_value: 'dit is geen adres' },
      { contact_type: 'mobile', contact_value: '0655571942' },
    ],
  });
  await person.open(id);
  const card = person.card(reachableTexts.title);
  const change = card.root.getByRole('button', { name: contactTexts.change('06 55 57 19 42') });
  await change.click();
  const input = card.root.getByRole('textbox', { name: contactTexts.value });
  await expect(input).toBeFocused();
  await input.fill('0655571943');
  await input.press('Enter');
  await expect(card.root.getByRole('link', { name: '06 55 57 19 43' })).toBeVisible();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
});
