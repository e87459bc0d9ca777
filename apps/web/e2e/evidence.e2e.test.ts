import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { runCase, startBadModels, surveyCase } from './testing/product/cited-case.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { startWebProduct, type WebProduct } from './testing/product/web-product.ts';
import { usePeople } from './testing/use-people.ts';

const file = 'subscriber-survey.md';
const review = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });

describe.runIf(hasBrowser())('evidence', () => {
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

  async function openSurvey(expected: RegExp[] = []): Promise<{ page: Page; address: string }> {
    const { page } = await openPerson({ baseUrl: product.baseUrl, expected });
    await signUpByApi(page);
    const id = await runCase(page, surveyCase);
    return { page, address: `/engagements/${id}/deliverables/${file}` };
  }

  // EVP-4, EVP-5
  it('requires verified citations where the workspace says so, until an admin gives a reason', async () => {
    const { page, address } = await openSurvey([/^409 POST .*\/review$/]);
    await page.goto('/settings/security');
    await page.getByLabel('Verified citations for an approval').check();
    await page.getByText('Saved').waitFor();
    await page.goto(address);
    await review(page).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Approve with open points' }).click();
    await review(page).getByRole('alert').getByText('This version has open citations').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await review(page).getByRole('button', { name: 'Approve anyway…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve despite open citations?' });
    await dialog.getByLabel('Reason').fill('The client knows the source.');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/^Approved with \d+ open citation/).waitFor();
    await review(page).getByText('Approved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Version 1', exact: true }).click();
    await page.getByText('Despite open citations: The client knows the source.').waitFor();
  });
});
