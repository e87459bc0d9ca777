import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { usePeople } from './testing/use-people.ts';

const mail = `Subject: Waiting times in our clinics

Dear Ms Hartley,

I hope you are well. We run eleven outpatient clinics. In 2026 the median wait was 34 days, after 19 days in 2024.

What causes the waits? Which clinics could shorten them without more staff?

Could you let me have a proposal next week?

Kind regards,
Miriam Cole
Osei Trust Ltd`;

/** Pastes a text as the keys do, without a click. */
const paste = (target: Locator, text: string) =>
  target.evaluate((element, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

describe.runIf(hasBrowser())('the first own run', () => {
  const openPerson = usePeople();
  const notice = (page: Page) => page.getByRole('region', { name: 'No model is connected' });

  // MOD-5, MOD-27, INT-4, INT-6, INT-7
  it('leads from the first page to the first own document in four clicks, and says that no model is connected', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/home');
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };

    await click(page.getByRole('main').getByRole('link', { name: 'New engagement' }).first());
    await paste(page.getByLabel('Brief', { exact: true }), mail);
    await page
      .getByText(/^Filled in from the request: name, client, brief,? and 2 tasks\./)
      .waitFor();
    await click(page.getByRole('button', { name: 'Create and plan' }));
    await page.getByRole('heading', { name: 'Ready to start' }).waitFor();
    await notice(page).waitFor();
    await click(page.getByRole('button', { name: 'Start the run' }));
    await click(
      page
        .getByRole('main')
        .getByRole('link', { name: /What causes the waits/ })
        .first(),
    );

    await page.getByRole('heading', { name: 'What causes the waits?', level: 1 }).waitFor();
    await page.getByRole('article').getByText('Evidence pack').first().waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    await notice(page).waitFor();
    expect(await page.getByText(/^Score/).count()).toBe(0);
    expect(await page.getByText(/proposal next week/).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);

    await notice(page).getByRole('link', { name: 'Connect a model' }).click();
    await page.getByRole('heading', { name: 'Connect a model' }).waitFor();
    await page.getByText('ANTHROPIC_API_KEY=… npm start').waitFor();
  });
});
