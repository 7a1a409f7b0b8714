import type { Page } from '@playwright/test';

import { bulkTexts } from '../../src/texts/finance';
import { invoiceTexts as texts } from '../../src/texts/invoices';
import { InvoicesPage } from '../pom/invoices-page';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { expect, signIn, test as base } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';
import { boxOf, draw, keep } from '../setup/paper';
import { png } from '../setup/pictures';
import { makePerson, read } from '../setup/rest';

const at = (clock: string) => ['--debug', '--clock', clock];

/** A small club on the first day of September, which is not shared with other tests. */
const test = base.extend<{ club: DemoServer }>({
  club: async ({}, use) => {
    const club = await startDemo({
      people: 12,
      log: 'server-season',
      flags: at('2026-09-01T10:00:00+02:00'),
    });
    await use(club);
    club.stop();
  },
  baseURL: async ({ club }, use) => use(club.baseURL),
});

test.use({ keepsContext: false }); // its clock is set

interface Billed {
  id: number;
  number: string;
  pays: string;
}

/** Whose first name says how they pay, with the invoice that the season brought them. */
async function billed(page: Page, person: number): Promise<Billed> {
  const list = await read<{ id: number; invoice_number: string }[]>(
    page,
    `/club/v1/invoices?person_id=${person}`,
  );
  const [{ id, invoice_number: number } = { id: 0, invoice_number: '' }] = list;
  const { payment_url } = await read<{ payment_url: string }>(page, `/club/v1/invoices/${id}`);
  return { id, number, pays: new URL(payment_url).pathname };
}

/** Pays the open amount of a payment page, and comes back to it. */
async function payNext(page: Page, address: string, button: RegExp): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Betaald' }).click();
  await page.waitForURL(/betaald=1/);
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText(/^Al betaald$|Deze factuur is betaald/).first()).toBeVisible();
  }).toPass();
}

const openStatus = (page: Page, id: number) =>
  expect
    .poll(async () => {
      const one = await read<{ status: string; open_amount: number }>(
        page,
        `/club/v1/invoices/${id}`,
      );
      return `${one.status} ${one.open_amount}`;
    })
    .toBe('paid 0');

/** Gives the invoices of the club a colour and a logo of their own. */
async function furnish(page: Page): Promise<void> {
  const headers = await nonceOf(page);
  const settings = await page.request.post('/api/club/v1/finance/settings', {
    headers,
    data: { accent_color: '#a01c46', payment_clause: 'Betaal vóór de vervaldatum.' },
  });
  await expect(settings).toBeOK();
  const logo = await page.request.post('/api/club/v1/finance/logo', {
    headers,
    multipart: { file: png(20, 60, 200, 120, 80) },
  });
  await expect(logo).toBeOK();
}

/** The paper of an invoice as it is drawn: logo, colour, lines and codes, each where it belongs. */
async function lookAtPaper(page: Page, { id }: Billed): Promise<void> {
  const answer = await page.request.get(`/api/club/v1/invoices/${id}/pdf`);
  await expect(answer).toBeOK();
  const [paper, ...more] = await draw(await answer.body());
  if (paper === undefined || more.length > 0) throw new Error('the paper is not one page');
  await keep(page, paper, 'test-results/invoice-paper.png');
  expect([paper.width, paper.height].map((pixels) => Math.round(pixels / 2))).toEqual([595, 842]);
  // The logo keeps its shape, in the upper part; the accent colours the title and the code of the payment page.
  const logo = boxOf(paper, [20, 60, 200]);
  expect(logo.count).toBeGreaterThan(2000);
  expect((logo.right - logo.left) / (logo.bottom - logo.top)).toBeCloseTo(1.5, 1);
  expect(logo.bottom).toBeLessThan(200);
  const accent = boxOf(paper, [0xa0, 0x1c, 0x46]);
  expect(accent.count).toBeGreaterThan(2000);
  // Nothing stands outside the margins.
  const ink = boxOf(paper, [0, 0, 0], 150);
  expect(Math.min(ink.left, accent.left, logo.left)).toBeGreaterThan(40);
  expect(Math.max(ink.right, accent.right, logo.right)).toBeLessThan(555);
  expect(Math.max(ink.bottom, accent.bottom)).toBeLessThan(810);
}

test('a season is billed, paid in every plan, reminded of, credited and closed', async ({
  page,
  club,
}) => {
  test.setTimeout(240_000);
  await signIn(page, club.admin);
  await furnish(page);
  const people: number[] = [];
  for (const first_name of ['Alles', 'Drie', 'Maand', 'Traag']) {
    people.push(
      await makePerson(page, {
        first_name,
        last_name: 'van het Seizoen',
        leeftijdsgroep: 'Senioren',
        contact_info: [
          { contact_type: 'email', contact_value: `${first_name.toLowerCase()}@club.example` },
        ],
      }),
    );
  }

  // The treasurer bills the whole season, and sends these four.
  await page.goto('/contributie');
  await page.getByRole('button', { name: bulkTexts.open }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('cell', { name: 'Traag van het Seizoen' })).toBeVisible();
  await dialog.getByRole('button', { name: bulkTexts.start, exact: true }).click();
  await expect(dialog.getByText(/^Klaar: \d+ facturen gemaakt/)).toBeVisible();
  const [whole, three, monthly, slow] = (await Promise.all(
    people.map((person) => billed(page, person)),
  )) as [Billed, Billed, Billed, Billed];
  const invoices = new InvoicesPage(page);
  for (const { id } of [whole, three, monthly, slow]) {
    await invoices.openOne(id);
    await invoices.act(texts.send);
    await expect(page.getByText(texts.invoiceSent).first()).toBeVisible();
  }

  await lookAtPaper(page, slow);

  // Three members choose each a plan, and pay what is asked for at once.
  await payNext(page, whole.pays, /^Betaal € 255/);
  await openStatus(page, whole.id);
  await page.goto(three.pays);
  await page
    .locator('section', { has: page.getByRole('heading', { name: 'In 3 termijnen' }) })
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'Betaald' }).click();
  await page.waitForURL(/betaald=1/);
  await page.goto(monthly.pays);
  await page
    .locator('section', { has: page.getByRole('heading', { name: 'In 8 termijnen' }) })
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'Betaald' }).click();
  await page.waitForURL(/betaald=1/);

  const mailed = (subject: string) =>
    expect.poll(() => club.mails().filter((mail) => mail.includes(subject)).length);

  /** The club at another time, with its reminders. Whoever was signed in is not any more. */
  const later = async (name: string, clock: string): Promise<string> => {
    const there = await club.again(`server-${name}`, at(clock));
    await page.clock.setFixedTime(clock);
    await expect(
      await page.request.post(`${there}/api/club/v1/session`, { data: club.admin }),
    ).toBeOK();
    club.run(['job', 'run', 'remind-invoices', ...at(clock)], '');
    return there;
  };

  // Ten days after its date the fourth is late, and is reminded.
  let address = await later('late', '2026-09-25T10:00:00+02:00');
  await mailed(`Herinnering factuur ${slow.number}`).toBe(1);
  await page.goto(`${address}/facturen/${slow.id}`);
  await expect(page.getByText(texts.statuses.overdue, { exact: true }).first()).toBeVisible();

  // A month later an instalment is due, and the fourth is reminded once more.
  address = await later('later', '2026-10-24T10:00:00+02:00');
  await mailed(`Tweede herinnering factuur ${slow.number}`).toBe(1);
  await mailed(`Termijn 2 van 8: factuur ${monthly.number}`).toBe(1);
  await mailed(`Herinnering factuur ${slow.number}`).toBe(1);

  // The treasurer credits a part of it, and books the rest as paid at the bar.
  await page.goto(`${address}/facturen/${slow.id}`);
  await invoices.card(texts.facts).waitFor();
  await invoices.actMore(texts.credit);
  await invoices.send(
    { [texts.description]: 'Blessure', [texts.amount]: '155', [texts.reason]: 'Speelt niet mee' },
    texts.makeCredit,
  );
  await expect(invoices.card(texts.credits)).toContainText(/K2026-\d{3}/);
  await mailed('K2026-').toBe(1);
  await invoices.act(texts.pay);
  await invoices.send({}, texts.book);
  await expect(page.getByText(texts.statuses.paid, { exact: true }).first()).toBeVisible();

  // The others pay their instalments, the last ones in April.
  for (let n = 2; n <= 3; n += 1) await payNext(page, address + three.pays, /^Betaal termijn/);
  for (let n = 2; n <= 5; n += 1) await payNext(page, address + monthly.pays, /^Betaal termijn/);
  address = await later('april', '2027-04-23T10:00:00+02:00');
  for (let n = 6; n <= 8; n += 1) await payNext(page, address + monthly.pays, /^Betaal termijn/);

  // The season is over: all of it is paid, and nothing waits for the treasurer.
  address = await later('closed', '2027-07-02T10:00:00+02:00');
  await page.goto(`${address}/facturen?seizoen=2026-2027&status=paid&zoek=seizoen`);
  for (const { number } of [whole, three, monthly, slow]) {
    await expect(invoices.table.getByRole('link', { name: number })).toBeVisible();
  }
  await expect(invoices.table.locator('tbody tr')).toHaveCount(4);
  await page.goto(address + monthly.pays);
  await expect(page.getByRole('status')).toContainText('Deze factuur is betaald');
});
