import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolationsInBothThemes } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('templates and library', { timeout: 90_000 }, () => {
  const openPerson = usePeople();

  it('finds a built-in template, copies it, uses the copy and deletes it', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/templates');
    await page.getByText('No templates of your own yet').waitFor();
    const builtIn = page.getByRole('list', { name: 'Templates that come with the product' });
    await expect.poll(() => builtIn.getByRole('listitem').count()).toBe(5);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
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
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Copy and change' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Launch in Norway');
    await page.getByLabel('When to use it').fill('');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Say when to use it.').waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByLabel('When to use it').fill('For everything that is new in Norway.');
    await page.getByRole('button', { name: 'Save template' }).click();

    await page.getByRole('heading', { name: 'Launch in Norway', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Use template' }).click();
    await page.waitForURL(/\/engagements\/new\?template=/);
    // The template fills the form in, so leaving it asks a question.
    await expect.poll(() => page.getByLabel('Brief', { exact: true }).inputValue()).not.toBe('');
    await page.goBack();
    await page.getByRole('button', { name: 'Leave and keep draft' }).click();
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/templates$/);
    await page.getByText('No templates of your own yet').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });

  it('explains what the library is, then shows the entry of a run', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/library');
    await page.getByRole('heading', { name: 'The library fills automatically' }).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    const { id } = await finishEngagement(page);
    await page.reload();
    await page.getByRole('link', { name: /^Nordic market entry/ }).click();
    await page.waitForURL(/entry=/);
    await page.getByRole('heading', { name: 'How the work was divided' }).waitFor();
    await page.getByRole('cell', { name: '1. Market scan' }).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.reload();
    await page.getByRole('cell', { name: '1. Market scan' }).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Open engagement' }).getAttribute('href'))
      .toBe(`/engagements/${id}`);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'All entries' }).click();
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor();
  });
});
