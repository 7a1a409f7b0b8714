import type { Page } from '@playwright/test';

import { contactTexts } from '../../src/texts/contact';
import { commonTexts } from '../../src/texts/common';
import { conflictTexts } from '../../src/texts/conflict';
import { errorTexts } from '../../src/texts/errors';
import { personTexts } from '../../src/texts/person';
import { reachableTexts } from '../../src/texts/reachable';
import { PersonPage } from '../pom/person-page';
import { trashTexts } from '../../src/texts/undo';
import { environment } from '../setup/environment';
import { expectAccessible } from '../setup/axe';
import { expect, test } from '../setup/fixtures';
import { read } from '../setup/rest';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

/** A person of this test alone, made over REST. */
async function createPerson(page: Page, acf: Record<string, unknown> = {}): Promise<number> {
  const session = await page.request.get('/api/club/v1/session');
  const { nonce } = (await session.json()) as { nonce: string };
  const answer = await page.request.post('/api/cms/v2/people', {
    headers: { 'X-CMS-Nonce': nonce },
    data: { status: 'publish', acf: { first_name: 'Proef', last_name: 'Persoon', ...acf } },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

test('a change shows at once, and only the changed fields are sent', async ({ page, person }) => {
  const id = await createPerson(page);
  await person.open(id);
  const card = person.card(personTexts.identity.title);

  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent: unknown;
  await page.route(`**/cms/v2/people/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent = route.request().postDataJSON();
    await held;
    return route.continue();
  });

  await card.edit();
  await expect(
    card.root.getByRole('textbox', { name: personTexts.identity.first_name, exact: true }),
  ).toBeFocused();
  await card.root.getByLabel(personTexts.identity.nickname).fill('Proefje');
  await card.save();
  // The server has not answered yet.
  await expect(card.root.getByText('Proefje')).toBeVisible();
  await expect(card.editButton).toBeFocused();
  release?.();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  expect(sent).toEqual({ acf: { nickname: 'Proefje' } });

  await page.reload();
  await expect(card.root.getByText('Proefje')).toBeVisible();
});

test('of two pages that edit one person, both keep what they typed', async ({ page, person }) => {
  const id = await createPerson(page, { nickname: 'Eerst' });
  const otherPage = await page.context().newPage();
  const other = new PersonPage(otherPage);
  await person.open(id);
  await other.open(id);
  const card = person.card(personTexts.identity.title);
  const theirs = other.card(personTexts.identity.title);
  const { nickname, pronouns } = personTexts.identity;

  await card.edit();
  await theirs.edit();
  await theirs.root.getByLabel(nickname).fill('Van hen');
  await theirs.root.getByLabel(pronouns).fill('hen');
  await theirs.save();
  await expect(otherPage.getByText(commonTexts.saved)).toBeVisible();

  // Another field goes along without a word; of the same one both are shown.
  await card.root.getByLabel(nickname).fill('Van mij');
  await card.save();
  const dialog = page.getByRole('dialog', { name: conflictTexts.title });
  await expect(dialog.getByRole('radio', { name: 'Van mij' })).toBeChecked();
  await expect(dialog.getByText(/ heeft dit intussen gewijzigd /)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Van hen' }).check();
  await dialog.getByRole('button', { name: conflictTexts.save }).click();
  await expect(card.root.getByText('Van hen')).toBeVisible();
  await expect(card.root.getByText('hen', { exact: true })).toBeVisible();
});

test('what the server refuses is taken back, and said at its field', async ({ page, person }) => {
  const id = await createPerson(page);
  await person.open(id);
  const card = person.card(personTexts.identity.title);
  await card.edit();
  const nickname = card.root.getByLabel(personTexts.identity.nickname);
  await nickname.fill('x'.repeat(10_001));
  await card.save();
  await expect(card.problem).toContainText(commonTexts.notSaved);
  await expect(nickname).toHaveAttribute('aria-invalid', 'true');
  await expect(nickname).toBeFocused();
  await expect(nickname).toHaveValue(/^x{10001}$/);

  await card.cancelButton.click();
  await expect(card.root.getByText('xxx')).toHaveCount(0);
});

test('contact rows are added, changed and removed; the rest of a row stays', async ({
  page,
  person,
}) => {
  const kept = { contact_type: 'email', contact_label: 'thuis', contact_value: 'a@voorbeeld.nl' };
  const id = await createPerson(page, { contact_info: [kept] });
  await person.open(id);
  const texts = contactTexts;
  const card = person.card(reachableTexts.title);
  await card.edit();
  await card.root.getByRole('button', { name: texts.add }).click();
  await card.row(texts.row(2)).getByLabel(texts.type).selectOption('mobile');
  await card.row(texts.row(2)).getByRole('textbox', { name: texts.value }).fill('06 12345678');
  // Begun and left empty: not sent.
  await card.root.getByRole('button', { name: texts.add }).click();
  await card.save();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await expect(card.root.getByRole('link', { name: '06 12 34 56 78' })).toHaveAttribute(
    'href',
    'tel:0612345678',
  );

  const answer = await page.request.get(`/api/cms/v2/people/${id}`);
  const { acf } = (await answer.json()) as { acf: { contact_info: unknown[] } };
  expect(acf.contact_info).toHaveLength(2);
  expect(acf.contact_info[0]).toMatchObject(kept);

  await card.edit();
  await card.root.getByRole('button', { name: texts.remove(2) }).click();
  await card.save();
  await expect(card.root.getByRole('link')).toHaveCount(1);
});

test('an old nonce is renewed without a word', async ({ page, person }) => {
  const id = await createPerson(page);
  await person.open(id);
  await page.route(
    `**/cms/v2/people/${id}`,
    (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-cms-nonce': 'verlopen' } }),
    { times: 1 },
  );
  const card = person.card(personTexts.addresses.title);
  await card.edit();
  await card.root.getByRole('button', { name: personTexts.addresses.add }).click();
  await card.root.getByLabel(personTexts.addresses.city).fill('Zeist');
  await card.save();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
});

test('every value is text', async ({ page, person }) => {
  const id = await createPerson(page, {
    last_name: '<img src=x onerror=alert(1)> & Zn',
    'eigen-veld': '<b>vet</b>',
  });
  await person.open(id);
  await expect(person.name).toHaveText('Proef <img src=x onerror=alert(1)> & Zn');
  const card = person.card(personTexts.technical.title);
  await card.root.getByRole('button', { name: /Toon/ }).click();
  await expect(card.root.getByText('<b>vet</b>')).toBeVisible();
});

test('what comes from the federation is read, and what goes back there is kept here', async ({
  person,
  page,
}) => {
  const { identity, membership, vog } = personTexts;
  const code = Math.random().toString(36).slice(2, 10).toUpperCase();
  const id = await createPerson(page, { 'assoc-id': code, birthdate: '1980-02-03' });
  await person.open(id);
  const member = person.card(membership.title);
  await expect(member.root).toContainText(personTexts.synchronized);
  await member.edit();
  await expect(member.root.getByLabel(membership['type-lid'])).toHaveCount(0);
  await member.root.getByLabel(membership['helpdesk-id']).fill('771');
  await member.save();
  await expect(member.root).toContainText('771');

  const certificate = person.card(vog.title);
  await certificate.edit();
  await certificate.root.getByRole('textbox', { name: vog.date }).fill('1-9-2025');
  await certificate.save();
  await expect(certificate.root).toContainText('1 sep 2025');
  await person.card(identity.title).edit();
  await expect(person.card(identity.title).root.getByLabel(identity.birthdate)).toHaveCount(0);
  // The card shows what was typed before it is kept.
  await expect
    .poll(async () => (await read<{ acf: object }>(page, `/cms/v2/people/${id}`)).acf)
    .toMatchObject({ 'helpdesk-id': '771', 'datum-vog': '2025-09-01' });
});

test('a child is reached through the parents, in one place', async ({ person, page }) => {
  const mother = await createPerson(page, {
    first_name: 'Romy',
    contact_info: [{ contact_type: 'mobile', contact_label: '', contact_value: '06 12345678' }],
  });
  const birthdate = `${new Date().getFullYear() - 10}-01-01`;
  const child = await createPerson(page, {
    birthdate,
    addresses: [{ street: 'Dorpsstraat 1', city: 'Elzendam' }],
    relationships: [{ related_person: mother, relationship_type: 2, relationship_label: '' }],
  });
  await person.open(child);
  const card = person.card(reachableTexts.title).root;
  await expect(card.getByRole('link', { name: 'Romy Persoon', exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: /^06/ })).toHaveAttribute('href', /^tel:/);
  await expect(
    card.getByRole('link', { name: reachableTexts.whatsapp('Romy Persoon') }),
  ).toHaveAttribute('href', 'https://wa.me/31612345678');
  await expect(
    page.getByRole('link', { name: reachableTexts.routeTo('Dorpsstraat 1') }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a person is deleted after a second question, and comes back from the trash', async ({
  page,
  person,
  people,
}) => {
  const name = 'Proef Terugzetter';
  const id = await createPerson(page, { last_name: 'Terugzetter' });
  await person.open(id);
  await person.remove();
  await expect(people.heading).toBeVisible();
  await expect(page.getByText(personTexts.remove.done(name))).toBeVisible();
  await page.goto(`/leden/${id}`);
  await expect(page.getByRole('heading', { name: errorTexts.notFound.title })).toBeVisible();

  await page.goto('/instellingen/prullenbak');
  const restore = page.getByRole('button', { name: trashTexts.restoreThing(name) });
  await expect(restore).toBeVisible();
  await expectAccessible(page);
  await restore.click();
  await expect(page.getByText(trashTexts.restored(name))).toBeVisible();
  await page.goto(`/leden/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
});

test('nobody is Niet gevonden, somebody else’s is Geen toegang', async ({ page, signInAs }) => {
  const id = await createPerson(page);
  await page.goto('/leden/99999999');
  await expect(page.getByRole('heading', { name: errorTexts.notFound.title })).toBeVisible();

  await page.context().clearCookies();
  await signInAs(environment.user());
  await page.goto(`/leden/${id}`);
  await expect(page.getByRole('heading', { name: errorTexts.noAccess.title })).toBeVisible();
});
