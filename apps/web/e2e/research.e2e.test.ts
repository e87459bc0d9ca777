import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import {
  citedWords,
  type ResearchProduct,
  runWithResearch,
  startResearchProduct,
} from './testing/product/research-run.ts';
import { signInByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const phone = { width: 360, height: 740 };
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

describe.runIf(hasBrowser())('research', () => {
  const openPerson = usePeople();
  let product: ResearchProduct;
  let owner: Account;
  let id: string;
  beforeAll(async () => {
    product = await startResearchProduct();
    ({ owner, made: id } = await prepareOwner(product.baseUrl, (page) => runWithResearch(page, product)));
  });
  afterAll(() => product?.close());

  async function openOwner(): Promise<Page> {
    const { page } = await openPerson({ baseUrl: product.baseUrl });
    await signInByApi(page, owner);
    return page;
  }

  // RES-15, RES-16, RES-18, RES-21
  it('shows searches, pages and refusals, and opens a citation in the page as it was archived', async () => {
    const page = await openOwner();
    await page.goto(`/engagements/${id}/research`);
    await page.getByText('1 search, 1 page, 1 refused').waitFor();
    await page.getByRole('cell', { name: 'ferry engines' }).waitFor();
    await page.getByText('Only addresses from the brief', { exact: false }).waitFor();
    await page.getByRole('list', { name: 'Pages read' }).getByRole('link', { name: 'Fleet', exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.goto(`/engagements/${id}/deliverables/fleet.md`);
    await page.getByRole('button', { name: /^Citation 1, verified/ }).focus();
    await page.keyboard.press('Enter');
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(200);
    const evidence = page.getByRole('dialog', { name: 'Footnote 1' });
    await evidence.getByText(/archived on/).waitFor();
    await evidence.getByRole('link', { name: /^Our fleet/ }).press('Enter');
    const mark = page.locator('mark');
    await mark.waitFor();
    expect(await mark.innerText()).toBe(citedWords.slice(0, -1));
    // Links of the page are plain characters here.
    const text = page.getByRole('article', { name: 'Text of the page as archived' });
    await text.getByText('[Routes and crossings](').waitFor();
    expect(await text.getByRole('link').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize(phone);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download original' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Our-fleet.html');
    await page.getByRole('link', { name: 'Back to Fleet' }).press('Enter');
    await page.getByRole('button', { name: /^Citation 1, verified/ }).waitFor();
    await expect.poll(() => scrolled(page)).toBe(before);
  });

  // SYN-6
  it('shows the objections beside the text, each with its passage and the answer', async () => {
    const page = await openOwner();
    await page.goto(`/engagements/${id}/deliverables/fleet.md`);
    await page.getByRole('button', { name: '2 objections' }).click();
    const list = page.getByRole('list', { name: 'Objections' });
    await list.getByText('The renewal is due in 2029, and named now.').waitFor();
    await list.getByText('Agent says: partly').waitFor();
    await list.getByText('No answer from the writer').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await list.getByRole('button', { name: 'Show in the text' }).first().click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('The others can wait.');
  });

  // SYN-3, SYN-4
  it('writes the board paper after its price was shown', async () => {
    const page = await openOwner();
    await page.goto(`/engagements/${id}/deliverables`);
    await page.getByRole('button', { name: 'Write the board paper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write the board paper?' });
    await dialog.getByText('One agent reads the document').waitFor();
    await dialog.getByText(/^\$\d/).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Write it' }).press('Enter');
    await page.getByText('Writing the board paper').waitFor();
    const answer = await page.request.get(`/api/engagements/${id}`);
    const { tasks } = (await answer.json()) as { tasks: object[] };
    expect(tasks.at(-1)).toMatchObject({ synthesis: true, dependsOn: ['fleet'] });
  });

  // POR-14
  it('shows a client the archived page by title, address and time, and no objections', async () => {
    const page = await openOwner();
    const { token } = await succeed<IssuedPortalToken>(page.request, `/api/engagements/${id}/portal-tokens`, {});
    const { page: client } = await openPerson({ baseUrl: product.baseUrl });
    await client.goto(`/portal/${token}?file=fleet.md`);
    const address = product.site.addressOf('operator/fleet');
    await client.getByText(/archived on/).waitFor();
    await client.getByText(address).waitFor();
    expect(await client.getByText(/objection/i).count()).toBe(0);
    expect(await findViolations(client)).toEqual([]);
  });
});
