import { readFile } from 'node:fs/promises';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { press } from './testing/press.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signInByApi } from './testing/product/sign-up-by-api.ts';
import { showAsRole } from './testing/show-as-role.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

const sales = `Region;Sales (EUR 000);Note\n${Array.from(
  { length: 250 },
  (_, at) => `Region ${at + 1};${at + 1},5;${at === 0 ? '=1+1' : 'plain'}`,
).join('\n')}\n# Checked by the depot\n`;

/** Creates an engagement with a delimited file, and waits until its table is there. */
async function makeTables(page: Page): Promise<string> {
  const id = await makeEngagement(page);
  const file = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(sales) };
  expect(
    (
      await page.request.post(`/api/engagements/${id}/attachments`, { multipart: { file } })
    ).status(),
  ).toBe(201);
  await pollUntil(
    () => readTables(page, id),
    (tables) => tables.length === 1,
    30_000,
  );
  return id;
}

async function readTables(page: Page, id: string): Promise<{ id: string }[]> {
  const answer = await page.request.get(`/api/engagements/${id}/tables`);
  return ((await answer.json()) as { tables: { id: string }[] }).tables;
}

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' });

async function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

describe.runIf(hasBrowser())('the data of an engagement', () => {
  const openPerson = usePeople();

  let owner: Account;
  let id: string;
  beforeAll(async () => {
    ({ owner, made: id } = await prepareOwner(inject('webBaseUrl'), makeTables));
  });

  async function openData(expected: RegExp[] = []): Promise<Page> {
    const { page } = await openPerson({ expected });
    await signInByApi(page, owner);
    await page.goto(`/engagements/${id}/data`);
    await page.getByRole('heading', { name: 'sales.csv' }).waitFor();
    return page;
  }

  // EVP-6, TAB-29, CHA-12, CHA-13
  it('opens on the sheet with its totals, pages through its rows, and inserts its chart into a draft', async () => {
    const page = await openData();
    await page.getByText('250 rows, 3 columns').waitFor();
    await page.getByRole('columnheader', { name: 'Sales EUR 000 sales', exact: true }).waitFor();
    await page.getByRole('row', { name: /^Sum/ }).getByText('31,500').waitFor();
    await page.getByRole('row', { name: /^Mean/ }).getByText('126').waitFor();
    await page.getByText('1 row of the file is not in this table').click();
    await page.getByText('Comments: row 252').waitFor();
    await page.getByText('Rows 1 to 100 of 250').waitFor();
    await page.getByRole('button', { name: 'Last rows' }).click();
    await page.getByRole('rowheader', { name: '250', exact: true }).waitFor();
    await runToEnd(page, id);
    const [table] = await readTables(page, id);
    await page.goto(`/engagements/${id}/data?table=${table?.id}&row=150`);
    const row = page.locator('tr[aria-current=true]');
    await row.getByText('Region 150').waitFor();
    await expect.poll(() => row.isVisible()).toBe(true);
    await page.getByRole('img', { name: /^Chart: Sales by note/ }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    expect((await saved).suggestedFilename()).toBe('Sales-by-note.png');
    await page.getByRole('button', { name: 'Insert into document' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Document' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.waitForURL(/\/deliverables\/[^/]+\/edit$/);
    const filename = new URL(page.url()).pathname.split('/').at(-2) ?? '';
    const read = await page.request.get(`/api/engagements/${id}/deliverables/${filename}/draft`);
    const { draft } = (await read.json()) as { draft: { content: string } };
    expect(draft.content).toMatch(/```chart\n\{[^`]*"title": "Sales by note"/);
  });

  // EVP-7, EVP-8, EVP-9, TAB-30, TAB-32
  it('completes names, runs by keys, explains refusals, cites results, asks in plain words, and lets a viewer read', async () => {
    const page = await openData([/^400 POST \/api\/engagements\/[^/]+\/queries$/]);
    await page.getByText('With a model connected, you can ask').waitFor();
    await page.getByRole('tab', { name: 'Query' }).click();
    await editor(page).focus();
    await awaitFocus(page.locator('.cm-content'));
    await page.keyboard.type('select max(sal');
    await page
      .getByRole('option', { name: /^sales/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('select * from sal');
    // For a moment after it opens, the list takes no Enter, so that nobody accepts what they have
    // not read.
    await page.getByRole('option', { name: /^sales.*sales\.csv/ }).click();
    await page.keyboard.type(' order by 2 desc limit 3');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await result(page).getByRole('cell', { name: '250.5' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Recorded queries' }).click();
    const recorded = page
      .getByRole('list', { name: 'Recorded queries' })
      .getByRole('listitem')
      .filter({ hasText: 'order by 2 desc limit 3' });
    await recorded.getByRole('button', { name: 'Run again' }).click();
    await recorded.getByText('Same result').waitFor();
    await recorded.getByRole('link').click();
    await result(page).getByText('3 rows').waitFor();

    // The words are replaced before the editor has been told that they are selected. The test gives
    // the editor its focus first, because a moment after it gets the focus the editor puts the
    // selection that it knows of back into the page.
    await page.locator('.cm-content', { hasText: 'order by 2 desc limit 3' }).waitFor();
    await editor(page).focus();
    await page.locator('.cm-editor.cm-focused').waitFor();
    await page.evaluate(() => {
      const withhold = (event: Event) => event.stopImmediatePropagation();
      window.addEventListener('selectionchange', withhold, { capture: true });
      window.addEventListener(
        'beforeinput',
        () => window.removeEventListener('selectionchange', withhold, { capture: true }),
        { capture: true, once: true },
      );
    });
    await editor(page).fill('drop table sales');
    await expect.poll(() => page.locator('.cm-content').innerText()).toBe('drop table sales');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText('Only select is allowed.').waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/engagements/${id}/data`);
    await page.getByRole('button', { name: 'Query this sheet: sales' }).click();
    await page.getByLabel('Title (optional)').fill('All regions');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await result(page).getByRole('heading', { name: 'All regions' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV file of the result' }).click();
    const csv = (await readFile(await (await saved).path())).toString('utf8');
    expect(csv.startsWith('\uFEFFregion,')).toBe(true);
    expect(csv).toContain("Region 1,1.5,'=1+1\r\n");
    const query = new URL(page.url()).searchParams.get('query');
    await page.getByRole('button', { name: 'Cite' }).click();
    await page.getByRole('menuitem', { name: 'Copy as a footnote' }).click();
    await expect.poll(() => readClipboard(page)).toBe(`[^${query}]: Query ${query}`);
    await press(page.getByRole('button', { name: 'Cite' }), 'Enter');
    await awaitFocus(page.getByRole('menuitem', { name: 'Copy the citation' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => readClipboard(page)).toBe(`Query ${query}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.route('**/api/models', (route) =>
      route.fulfill({ json: { connected: true, models: [] } }),
    );
    await page.route('**/query-drafts', (route) =>
      route.fulfill({
        json: { sql: 'select count(*) as regions\nfrom sales', note: 'Counts the regions.' },
      }),
    );
    await page.goto(`/engagements/${id}/data`);
    await page.getByLabel('Ask about these tables').fill('How many regions are there?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await result(page).getByRole('heading', { name: 'How many regions are there?' }).waitFor();
    await result(page).getByRole('cell', { name: '250' }).waitFor();
    await page.getByText('Counts the regions.').waitFor();
    await expect
      .poll(() => editor(page).inputValue())
      .toBe('select count(*) as regions\nfrom sales');
    const [again] = await Promise.all([
      page.waitForRequest('**/query-drafts'),
      page.getByRole('button', { name: 'Ask', exact: true }).click(),
    ]);
    expect(again.postDataJSON()).toEqual({ question: 'How many regions are there?', attempt: 2 });

    await showAsRole(page, 'viewer');
    await page.reload();
    await page.getByRole('tab', { name: 'Query' }).click();
    await page.getByText('Viewers can read tables and recorded queries.').waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Query this sheet/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Recorded queries' }).click();
    await page.getByRole('link', { name: 'All regions' }).click();
    await result(page).getByText('Region 1', { exact: true }).waitFor();
  });
});
