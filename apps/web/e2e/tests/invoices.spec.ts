import type { Page } from '@playwright/test';

import { bulkTexts, financeTexts } from '../../src/texts/finance';
import { invoiceTexts as texts, personFinanceTexts } from '../../src/texts/invoices';
import { reviewTexts } from '../../src/texts/review';
import { InvoicesPage } from '../pom/invoices-page';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';
import { makePerson, unique } from '../setup/rest';
import { keepScreenshot } from '../setup/screenshot';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** What it looks like at every width, and that nothing makes the page scroll sideways. */
async function look(page: Page, name: string, whole = true): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await keepScreenshot(page, {
      path: `test-results/${name}-${size.width}.png`,
      fullPage: whole,
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      size.width,
    );
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

interface Billed {
  person: number;
  name: string;
  id: number;
  number: string;
}

/** A member with a draft for this season. */
async function bill(page: Page): Promise<Billed> {
  const name = unique('Rekening');
  const person = await makePerson(page, {
    first_name: 'Roos',
    last_name: name,
    leeftijdsgroep: 'Onder 10',
    contact_info: [{ contact_type: 'email', contact_value: 'roos@club.example' }],
  });
  const answer = await page.request.post('/api/club/v1/fees/create-membership-invoice', {
    headers: await nonceOf(page),
    data: { person_id: person },
  });
  await expect(answer).toBeOK();
  const { id, invoice_number } = (await answer.json()) as { id: number; invoice_number: string };
  return { person, name, id, number: invoice_number };
}

test('invoices are searched and filtered, and the address keeps it', async ({ page }) => {
  const { name, number } = await bill(page);
  const invoices = new InvoicesPage(page);
  await invoices.open('?zoek=zzzzzz');
  await expect(page.getByText(texts.none)).toBeVisible();
  await invoices.act(texts.clear);
  await invoices.search.fill(name);
  await expect(invoices.table.getByRole('link', { name: number })).toBeVisible();
  await expect(invoices.table.locator('tbody tr')).toHaveCount(1);
  await invoices.filter(texts.status).selectOption('paid');
  await expect(page).toHaveURL(/status=paid/);
  await expect(page.getByText(texts.none)).toBeVisible();
  await invoices.filter(texts.status).selectOption('draft');
  await page.reload();
  await expect(invoices.table.locator('tbody tr')).toHaveCount(1);
  await invoices.open();
  await expect(invoices.table.locator('tbody tr').first()).toBeVisible();
  await look(page, 'invoices');
  await invoices.search.fill(name);
  await invoices.table.getByRole('link', { name: number }).click();
  await expect(invoices.title).toHaveText(number);
});

test('a draft is sent, paid by hand, turned back and credited', async ({ page }) => {
  const { id, person, number } = await bill(page);
  const invoices = new InvoicesPage(page);
  await invoices.openOne(id);
  await expectAccessible(page);
  await invoices.act(texts.send);
  await expect(page.getByText(texts.invoiceSent)).toBeVisible();
  await expect(page.getByText(texts.statuses.sent, { exact: true })).toBeVisible();

  await invoices.act(texts.pay);
  await expectAccessible(page);
  await invoices.send({ [texts.amount]: '20,50', [texts.note]: 'Aan de bar' }, texts.book);
  const payments = invoices.card(texts.payments);
  await expect(payments).toContainText('Aan de bar');
  await expect(payments).toContainText(/20,50/);
  await payments.getByRole('button').click();
  await invoices.dialog.getByRole('button', { name: texts.unbook }).click();
  await expect(payments).toContainText(texts.noPayments);

  await invoices.actMore(texts.credit);
  await invoices.send(
    { [texts.description]: 'Blessure', [texts.amount]: '10', [texts.reason]: 'Kan niet spelen' },
    texts.makeCredit,
  );
  await expect(invoices.card(texts.credits)).toContainText('Kan niet spelen');
  await invoices.act(texts.pay);
  await invoices.send({}, texts.book);
  await expect(page.getByText(texts.statuses.paid, { exact: true }).first()).toBeVisible();
  await look(page, 'invoice');

  await page.goto(`/leden/${person}`);
  const card = invoices.card(personFinanceTexts.title);
  await expect(card.getByRole('link', { name: number })).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await keepScreenshot(card, { path: 'test-results/person-finance.png' });
  const excluded = card.getByRole('switch', { name: personFinanceTexts.exclude });
  await excluded.click({ force: true });
  await expect(excluded).toBeChecked();
  await page.reload();
  await expect(excluded).toBeChecked();
});

test('what waits for the treasurer stands on one page', async ({ page }) => {
  const name = unique('Zonder');
  const person = await makePerson(page, { first_name: 'Zita', last_name: name });
  const headers = await nonceOf(page);
  const answer = await page.request.post('/api/club/v1/invoices', {
    headers,
    data: { person_id: person, line_items: [{ description: 'Shirt', amount: 12.5 }] },
  });
  const { id } = (await answer.json()) as { id: number };
  const sent = await page.request.post(`/api/club/v1/invoices/${id}/status`, {
    headers,
    data: { status: 'sent' },
  });
  await expect(sent).toBeOK();
  const invoices = new InvoicesPage(page);
  await invoices.open();
  await page.getByRole('link', { name: reviewTexts.title, exact: true }).click();
  await expect(invoices.title).toHaveText(reviewTexts.title);
  const unreached = page.getByRole('region', { name: reviewTexts.unreachable });
  await expect(unreached.getByRole('listitem').filter({ hasText: name })).toContainText('12,50');
  await look(page, 'review');
  await unreached.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/leden/${person}$`));
});

test('what a member chose and what was paid for something else is told', async ({ page }) => {
  const { id } = await bill(page);
  // The states that only a provider brings stand in the answer; all else is the server's own.
  await page.route(`**/club/v1/invoices/${id}`, async (route) => {
    const response = await route.fetch();
    const invoice = (await response.json()) as object;
    const part = { admin_fee: 1, paid_at: null, sent_at: null };
    const none = { reminder_1_sent_at: null, reminder_2_sent_at: null };
    await route.fulfill({
      response,
      json: {
        ...invoice,
        status: 'overdue',
        to_review: true,
        installments: [
          {
            ...part,
            ...none,
            number: 1,
            amount: 60,
            total: 61,
            due_date: '2026-09-23',
            status: 'paid',
          },
          {
            ...part,
            number: 2,
            amount: 60,
            total: 61,
            due_date: '2026-10-23',
            status: 'overdue',
            reminder_1_sent_at: '2026-11-06T08:00:00Z',
            reminder_2_sent_at: null,
          },
          {
            ...part,
            ...none,
            number: 3,
            amount: 60,
            total: 61,
            due_date: '2027-04-23',
            status: 'pending',
          },
        ],
        payments: [
          {
            id: 1,
            amount: 61,
            paid_on: '2026-09-23',
            method: 'provider',
            note: '',
            refunded: 0,
            charged_back: 0,
            review: 'replaced_plan',
            reviewed_by: null,
            booked_by: '',
            removable: false,
          },
        ],
      },
    });
  });
  const invoices = new InvoicesPage(page);
  await invoices.openOne(id);
  await expect(invoices.card(texts.installments).getByRole('listitem')).toHaveCount(3);
  await expect(invoices.card(texts.installments)).toContainText(texts.reminded('x', null));
  await expect(invoices.card(texts.payments)).toContainText(texts.reviews.replaced_plan ?? '');
  await look(page, 'invoice-terms');
});

test('whom a season would bill is shown before it is done', async ({ page }) => {
  await page.goto('/contributie');
  await look(page, 'fees', false);
  await page.getByRole('button', { name: bulkTexts.open }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table')).toBeVisible();
  await expect(dialog.getByText(/Er wordt nog niets verstuurd/)).toBeVisible();
  await look(page, 'bulk', false);
});

test('the settings of money are read', async ({ page }) => {
  await page.goto('/instellingen/financien');
  await page.getByRole('heading', { name: financeTexts.sender.title }).waitFor();
  await look(page, 'finance');
});
