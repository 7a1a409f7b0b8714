import { commonTexts } from '../../src/texts/common';
import { personTexts } from '../../src/texts/person';
import { RelationsCard } from '../pom/relations-card';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';
import { makeGroup, makePerson, read, unique } from '../setup/rest';

const texts = personTexts.relations;

interface RelationRow {
  related_person: number;
  relationship_slug: string;
  relationship_label: string;
}

interface Related {
  acf: { relationships: RelationRow[] };
}

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('a relation made on one person appears on the other, and goes from both', async ({
  page,
  person,
}) => {
  const [parentName, childName] = [unique('Ouder'), unique('Kind')];
  const parent = await makePerson(page, { first_name: parentName, birthdate: '1980-03-01' });
  const child = await makePerson(page, { first_name: childName, birthdate: '2015-03-01' });
  const card = new RelationsCard(page);

  await person.open(parent);
  await expect(card.root).toContainText(texts.empty);
  await card.edit();
  await card.add(1, childName, 'Kind', 'pleegkind');
  await expectAccessible(page);
  await card.save();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await expect(card.line(childName)).toContainText(
    new RegExp(`kind van ${parentName} · pleegkind · \\d+ jaar`),
  );

  // Within the page, where what was known of the other is asked anew.
  await card.root.getByRole('link', { name: childName }).click();
  await expect(person.name).toHaveText(childName);
  await expect(card.line(parentName)).toContainText(/ouder van .*jaar/);

  await card.edit();
  await card.removeRow(1);
  await card.save();
  await expect(card.root).toContainText(texts.empty);
  await person.open(parent);
  await expect(card.root).toContainText(texts.empty);
  expect((await read<Related>(page, `/cms/v2/people/${child}`)).acf.relationships).toEqual([]);
});

test('relatives stand as a family names them; type and label can be changed', async ({
  page,
  person,
}) => {
  const names = { young: unique('Jong'), old: unique('Oud'), parent: unique('Ouder') };
  const young = await makePerson(page, { first_name: names.young, birthdate: '2015-01-01' });
  const old = await makePerson(page, { first_name: names.old, birthdate: '2010-01-01' });
  const parent = await makePerson(page, { first_name: names.parent, birthdate: '1950-01-01' });
  const types = await read<{ id: number; slug: string }[]>(
    page,
    '/cms/v2/relationship_type?per_page=100',
  );
  const relate = (related_person: number, slug: string) => ({
    related_person,
    relationship_type: types.find((type) => type.slug === slug)?.id,
    relationship_label: '',
  });
  const id = await makePerson(page, {
    first_name: unique('Midden'),
    relationships: [relate(young, 'child'), relate(old, 'child'), relate(parent, 'parent')],
  });
  const card = new RelationsCard(page);

  await person.open(id);
  await expect(card.line(names.young)).toContainText('jaar');
  expect(await card.names()).toEqual([names.parent, names.old, names.young]);

  await card.edit();
  await card.choose(1, 'Stiefkind');
  await card.save();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await expect(card.line(names.young)).toContainText('stiefkind van');
  const { acf } = await read<Related>(page, `/cms/v2/people/${young}`);
  expect(acf.relationships).toMatchObject([
    { related_person: id, relationship_slug: 'stepparent' },
  ]);
});

test('a child gets two new parents on one page', async ({ page, person }) => {
  const child = await makePerson(page, { first_name: unique('Kind'), birthdate: '2016-03-01' });
  const card = new RelationsCard(page);
  const names = [unique('Romy'), unique('Jan')] as const;
  await person.open(child);
  await card.edit();
  await card.addNew(1, names[0], 'Ouder', '06 12345678');
  await card.addNew(2, names[1], 'Ouder', '06 87654321');
  await card.save();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  const found = (await card.names()).map((name) => name.toLowerCase());
  expect(found.sort()).toEqual(names.map((name) => name.toLowerCase()).sort());
  await expect(page.getByRole('link', { name: '06 12 34 56 78' })).toBeVisible();
  await card.root.getByRole('link', { name: names[0] }).click();
  await expect(card.root).toContainText('kind van');
});

test('a row without a person or a type is said at its field', async ({ page, person }) => {
  const id = await makePerson(page, { first_name: unique('Alleen') });
  const other = unique('Ander');
  await makePerson(page, { first_name: other });
  const card = new RelationsCard(page);
  await person.open(id);
  await card.edit();
  await card.root.getByRole('button', { name: texts.add }).click();
  await card.row(texts.row(1)).getByRole('textbox', { name: texts.label }).fill('wie?');
  await card.save();
  await expect(card.root.getByText(texts.personMissing)).toBeVisible();
  await expect(card.root.getByText(texts.typeMissing)).toBeVisible();
});

test('who may not be seen stands there without a name', async ({ page, person, browser }) => {
  const hidden = unique('Verborgen');
  const hiddenId = await makePerson(page, { first_name: hidden });
  const types = await read<{ id: number; slug: string }[]>(
    page,
    '/cms/v2/relationship_type?per_page=100',
  );

  const theirs = await browser.newPage({ baseURL: environment.baseURL() });
  await signIn(theirs, environment.user());
  const mine = await makePerson(theirs, { first_name: unique('Mijn') });
  await theirs.close();

  const session = await read<{ nonce: string }>(page, '/club/v1/session');
  const relationships = [
    {
      related_person: hiddenId,
      relationship_type: types.find(({ slug }) => slug === 'parent')?.id,
      relationship_label: '',
    },
  ];
  const answer = await page.request.put(`/api/cms/v2/people/${mine}`, {
    headers: { 'X-CMS-Nonce': session.nonce },
    data: { acf: { relationships } },
  });
  expect(answer.status()).toBe(200);

  await page.context().clearCookies();
  await signIn(page, environment.user());
  await person.open(mine);
  const card = new RelationsCard(page);
  await expect(card.root.getByText(texts.hidden)).toBeVisible();
  await expect(card.root.getByText(hidden)).toHaveCount(0);
  await expect(card.root.getByRole('link')).toHaveCount(0);
});

test('a page is three questions, and none of them twice', async ({ page, person }) => {
  const relative = await makePerson(page, { first_name: unique('Familie') });
  const names = [unique('Team'), unique('Commissie')] as const;
  const team = await makeGroup(page, 'teams', names[0]);
  const committee = await makeGroup(page, 'commissies', names[1]);
  const work = { job_title: 'Lid', start_date: '2024-01-01', end_date: '', is_current: true };
  const types = await read<{ id: number }[]>(page, '/cms/v2/relationship_type?per_page=1');
  const id = await makePerson(page, {
    first_name: unique('Druk'),
    work_history: [
      { ...work, team, description: '' },
      { ...work, team: committee, description: 'Feestcommissie' },
    ],
    relationships: [
      { related_person: relative, relationship_type: types[0]?.id, relationship_label: '' },
    ],
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (
      pathname.startsWith('/api/') &&
      // The cards of money and of the household ask when all else is there.
      !/session|version$|views$|recent-people|counters$|feedback$|fees\/person|invoices$|household$/.test(
        pathname,
      )
    ) {
      calls.push(pathname + search);
    }
  });
  await person.open(id);
  for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.length).toBeLessThanOrEqual(3);
});
