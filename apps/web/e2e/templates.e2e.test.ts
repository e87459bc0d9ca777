import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('templates', () => {
  const openPerson = usePeople();

  it('finds a built-in template, copies it and deletes the copy', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/templates');
    await page.getByText('No templates of your own yet').waitFor();
    const builtIn = page.getByRole('list', { name: 'Templates that come with the product' });
    await expect.poll(() => builtIn.getByRole('listitem').count()).toBe(5);
    await page.getByRole('searchbox').fill('launch plan');
    await page.waitForURL(/q=launch/);
    await expect.poll(() => builtIn.getByRole('listitem').count()).toBe(1);
    await builtIn.getByRole('link').click();

    await page.getByRole('heading', { name: 'Go-to-market', level: 1 }).waitFor();
    await page
      .getByRole('list', { name: 'Tasks' })
      .getByText('Pricing and packaging strategy', { exact: true })
      .waitFor();
    await page.getByText('The client and the offer').waitFor();
    await page.getByRole('link', { name: 'Copy and edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Launch in Norway');
    await page.getByLabel('When to use it').fill('');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Say when to use it.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('When to use it').fill('For everything that is new in Norway.');
    await page.getByRole('button', { name: 'Save template' }).click();

    await page.getByRole('heading', { name: 'Launch in Norway', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/templates$/);
    await page.getByText('No templates of your own yet').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });
});
