import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { LedgerFigure } from '@ecp/contract/work/figures';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolationsInBothThemes } from './testing/find-violations.ts';
import { runCase, startBadModels, surveyCase } from './testing/product/cited-case.ts';
import { startWebProduct, type WebProduct } from './testing/product/web-product.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { signUp } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

const file = 'subscriber-survey.md';
const review = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });
const openPoints = (page: Page) => page.getByRole('region', { name: 'Open points' });

/** A ledger in which another document gives the number of subscribers otherwise. */
const ledger: { figures: LedgerFigure[] } = {
  figures: [
    {
      id: 'f1',
      label: 'subscribers who would pay more',
      unit: null,
      period: '2025',
      conflict: true,
      values: [
        { value: 41, text: '41', filename: file, version: 1, section: 'Findings', state: 'verified' },
        { value: 44, text: '44', filename: 'price-advice.md', version: 2, section: null, state: 'altered' },
      ],
    },
  ],
};

/** Gives a citation of the page a derivation, as the check does for a figure that follows from others. */
async function deriveFirst(page: Page): Promise<void> {
  await page.route('**/api/**/citations*', async (route) => {
    const answer = await route.fetch();
    const found = (await answer.json()) as DeliverableCitations;
    const first = found.citations.find(({ footnote }) => footnote === '1');
    if (first) {
      first.state = 'computed';
      first.derivation = {
        expression: 'a / b * 100',
        inputs: [
          { label: 'a', value: 41, unit: 'subscribers', citation: '2' },
          { label: 'b', value: 118, unit: null, citation: null },
        ],
        result: 34.75,
      };
    }
    await route.fulfill({ response: answer, json: found });
  });
  await page.route('**/api/**/figures', (route) => route.fulfill({ json: ledger }));
}

describe.runIf(hasBrowser())('evidence', { timeout: 60_000 }, () => {
  const openPerson = usePeople();
  let product: WebProduct;
  let models: Awaited<ReturnType<typeof startBadModels>>;
  beforeAll(async () => {
    models = await startBadModels();
    product = await startWebProduct(models.environment);
  });
  afterAll(async () => {
    await product?.close();
    await models?.close();
  });

  async function openSurvey(expected: RegExp[] = []): Promise<{ page: Page; id: string; address: string }> {
    const { page } = await openPerson({ baseUrl: product.baseUrl, expected });
    await signUp(page);
    const id = await runCase(page, surveyCase);
    return { page, id, address: `/engagements/${id}/deliverables/${file}` };
  }

  // EVP-1, EVP-3, EVP-4
  it('shows how a figure follows and where else it stands, and leads through open points by keys', async () => {
    const { page, id, address } = await openSurvey();
    await deriveFirst(page);
    await page.goto(address);
    await page.getByRole('button', { name: /^Citation 1, computed/ }).focus();
    await page.keyboard.press('Enter');
    const evidence = page.getByRole('dialog', { name: 'Footnote 1' });
    await evidence.getByText('a / b * 100 = 34.75').waitFor();
    await evidence.getByText('41 subscribers').waitFor();
    await evidence.getByRole('link', { name: 'Footnote 2' }).waitFor();
    await evidence
      .getByRole('list', { name: /^Values of subscribers/ })
      .getByText('44')
      .waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await openPoints(page)
      .getByText(/open citation/)
      .waitFor();
    await page.keyboard.press('n');
    await openPoints(page)
      .getByText(/^1 of \d/)
      .waitFor();
    await page.getByRole('dialog', { name: /^(Footnote|Quote)/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await openPoints(page).getByText('Conflict: subscribers who would pay more').waitFor();
    await openPoints(page)
      .getByText(/44 in price.advice/i)
      .waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    expect(await findViolationsInBothThemes(page)).toEqual([]);

    await page.goto(`/engagements/${id}/figures?figure=f1`);
    await page.locator('li[aria-current=true]').getByText('Conflict').waitFor();
    await page.getByText('1 of 1 figure in conflict').waitFor();
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  // EVP-4, EVP-5
  it('requires verified citations where the workspace says so, until an admin gives a reason', async () => {
    const { page, address } = await openSurvey([/^409 POST .*\/review$/]);
    await page.goto('/settings/security');
    await page.getByLabel('Verified citations for an approval').check();
    await page.getByText('Saved').waitFor();
    await page.goto(address);
    await review(page).getByRole('button', { name: 'Approve' }).click();
    await review(page).getByRole('alert').getByText('This version has open citations').waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await review(page).getByRole('button', { name: 'Approve all the same…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve in spite of open citations?' });
    await dialog.getByLabel('Reason').fill('The client knows the source.');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/^Approved with \d+ open citation/).waitFor();
    await review(page).getByText('Approved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Version 1', exact: true }).click();
    await page.getByText('In spite of open citations: The client knows the source.').waitFor();
  });
});
