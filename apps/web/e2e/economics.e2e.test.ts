import { readFile } from 'node:fs/promises';
import type { Economics } from '@ecp/contract/work/economics';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { showAsRole } from './testing/show-as-role.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

/** Makes an engagement whose only document the page's user has approved. */
async function makeReviewed(page: Page): Promise<string> {
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', {
    name: 'Nordic market entry',
    client: 'Contoso',
    brief:
      'Contoso sells cranes and asks how to enter the Nordic market. Sales were 12 million euros in 2025.',
    tasks: [{ id: 'scan', name: 'Market scan' }],
  });
  await runToEnd(page, id);
  const documents = await page.request.get(`/api/engagements/${id}/deliverables`);
  const names = ((await documents.json()) as { filename: string }[]).map(
    ({ filename }) => filename,
  );
  const written = names.find((name) => !name.startsWith('_'));
  await succeed(page.request, `/api/engagements/${id}/deliverables/${written}/review`, {
    action: 'approve',
  });
  return id;
}

const readEconomics = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/engagements/${id}/economics`)).json()) as Economics;

const feeOf = (page: Page) => page.getByRole('textbox', { name: 'Fee', exact: true });

/** Clicks what downloads a file, and returns its name and its lines. */
async function download(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; lines: string[] }> {
  const saved = page.waitForEvent('download');
  await click();
  const file = await saved;
  const text = await readFile(await file.path(), 'utf8');
  return {
    name: file.suggestedFilename(),
    lines: text.replace('\uFEFF', '').trimEnd().split('\r\n'),
  };
}

describe.runIf(hasBrowser())('economics', () => {
  const openPerson = usePeople();
  const marginOf = (page: Page) =>
    page
      .locator('dl')
      .first()
      .locator('div', { hasText: 'Margin' })
      .locator('dd')
      .first()
      .innerText();

  // ECO-19, ECO-21, ECO-22
  it('a partner enters fee and hours, sees the margin, downloads invoices, and keeps what a colleague would overwrite', async () => {
    const { page } = await openPerson({ expected: [/^409 PUT .*\/economics$/] });
    await signUpByApi(page);
    await page.goto('/economics');
    await page.getByRole('heading', { name: 'No economics yet' }).waitFor();
    const id = await makeReviewed(page);
    await follow(page, `/engagements/${id}`);
    await page
      .getByRole('navigation', { name: 'Parts of the engagement' })
      .getByRole('link', { name: 'Economics' })
      .click();
    await page.getByText('Only admins see it; no client does.').waitFor();
    await page.getByText('not entered yet').waitFor();
    await feeOf(page).fill('12,000.50');
    await chooseOption(page.getByRole('combobox', { name: 'Currency' }), /^EUR/);
    await page.getByLabel('Price of one US dollar in EUR').fill('0.92');
    const suggested = page.getByRole('list', { name: 'Suggested hours' });
    await suggested.getByText('1 review').waitFor();
    await suggested.getByRole('button', { name: /^Add the hours of/ }).click();
    await suggested.waitFor({ state: 'detached' });
    // What is missing is marked, and nothing is saved.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Correct the marked fields').waitFor();
    const hours = page.getByRole('list', { name: 'Hours', exact: true });
    await hours.getByLabel('Rate').fill('150');
    await page.getByRole('button', { name: 'Add a cost' }).click();
    const costs = page.getByRole('list', { name: 'Other costs' });
    await costs.getByLabel('Amount').fill('99.90');
    await costs.getByLabel('Description').fill('Train');
    // 12,000.50 - 0.5 × 150 - 99.90; the offline model costs nothing.
    expect(await marginOf(page)).toBe('€11,825.60');
    await page.getByText('Every task has its document').waitFor();
    await page.reload();
    await page.getByText('What you had entered is back.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Economics saved').waitFor();
    await page.getByText(/^Last changed by/).waitFor();
    expect(await readEconomics(page, id)).toMatchObject({
      fee: 12_000.5,
      currency: 'EUR',
      margin: 11_825.6,
      revision: 1,
    });

    const choose = (item: string) => async () => {
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const invoice = await download(page, choose('Invoice line of the fee (CSV)'));
    expect(invoice.name).toMatch(/-invoice-fee\.csv$/);
    expect(invoice.lines).toHaveLength(2);
    expect(invoice.lines[1]).toMatch(
      /^\d{4}-\d\d-\d\d,fee,Nordic market entry,,1,12000\.50,12000\.50,EUR,Contoso,/,
    );
    const time = await download(page, choose('Invoice lines of time and costs (CSV)'));
    expect(time.lines.map((line) => line.split(',')[1])).toEqual(['type', 'hours', 'cost']);

    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Economics' })
      .click();
    await page.getByRole('heading', { name: 'Totals in EUR' }).waitFor();
    const clients = page.getByRole('table', { name: 'Clients' });
    await clients.getByRole('row', { name: /Contoso.*€12,000\.50.*€11,825\.60/ }).waitFor();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('table', { name: 'People' }).getByText('€75.00').waitFor();
    const persons = await download(page, () =>
      page.getByRole('button', { name: 'Download CSV' }).click(),
    );
    expect(persons.name).toBe('economics-persons.csv');
    expect(persons.lines).toHaveLength(2);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    // A colleague who was faster overwrites nothing.
    const { page: colleague } = await openTeamMate(openPerson, page, 'admin', {
      baseUrl: inject('webBaseUrl'),
    });
    await page.goto(`/engagements/${id}/economics`);
    await feeOf(page).fill('500');
    const theirs = { fee: 400, currency: 'USD', hours: [], costs: [], revision: 1 };
    expect(
      (await colleague.request.put(`/api/engagements/${id}/economics`, { data: theirs })).status(),
    ).toBe(200);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText('Vera admin has changed the economics in the meantime').waitFor();
    await expect.poll(() => feeOf(page).inputValue()).toBe('500');
    expect((await readEconomics(page, id)).fee).toBe(400);
    await save.click();
    await page.getByText('Economics saved').waitFor();
    expect(await readEconomics(page, id)).toMatchObject({ fee: 500, revision: 3 });
    await feeOf(page).fill('600');
    const again = { ...theirs, revision: 3 };
    expect(
      (await colleague.request.put(`/api/engagements/${id}/economics`, { data: again })).status(),
    ).toBe(200);
    await save.click();
    await page.getByRole('button', { name: 'Discard mine and show theirs' }).click();
    await expect.poll(() => feeOf(page).inputValue()).toBe('400');
    expect((await readEconomics(page, id)).revision).toBe(4);

    await showAsRole(page, 'member');
    await page.goto(`/engagements/${id}`);
    await page.getByRole('link', { name: 'Sources' }).waitFor();
    expect(await page.getByRole('link', { name: 'Economics' }).count()).toBe(0);
    for (const address of [`/engagements/${id}/economics`, '/economics']) {
      await page.goto(address);
      await page.getByText(/Admin/).first().waitFor();
      expect(await page.getByText('Margin').count()).toBe(0);
    }
  });
});
