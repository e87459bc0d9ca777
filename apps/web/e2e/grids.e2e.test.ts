import { readFile } from 'node:fs/promises';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signInByApi } from './testing/product/sign-up-by-api.ts';
import { showAsRole } from './testing/show-as-role.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const parties = ['Nordwind Logistics', 'Kestrel Holdings', 'Bauer Verpackungen'];
const contract = (party: string, months: number) => `# Supply contract

The other party of the contract is ${party}.

The notice period for termination of the contract is ${months} months.

Deliveries are made to the warehouse in Bergen.
`;

/** Attaches a file. Returns its id. */
async function attach(page: Page, id: string, file: Upload): Promise<string> {
  const answer = await page.request.post(`/api/engagements/${id}/attachments`, {
    multipart: { file },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { attachment: { id: string } }).attachment.id;
}

/** Attaches contracts to a new engagement, and waits until their text is read. */
async function makeContracts(page: Page): Promise<{ id: string; contractIds: string[] }> {
  const id = await makeEngagement(page);
  const contractIds: string[] = [];
  for (const [at, party] of parties.entries()) {
    const buffer = Buffer.from(contract(party, 3 * (at + 1)));
    contractIds.push(
      await attach(page, id, { name: `contract-${at + 1}.md`, mimeType: 'text/markdown', buffer }),
    );
  }
  await pollUntil(
    async () =>
      (await (await page.request.get(`/api/engagements/${id}/attachments`)).json()) as Files,
    ({ attachments }) => attachments.every(({ extraction }) => extraction === 'extracted'),
    30_000,
  );
  return { id, contractIds };
}

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Files {
  attachments: { id: string; extraction: string }[];
}

const question = (name: string, words: string) => ({ name, question: words, type: 'text' });
const notice = question('Notice period', 'How long is the notice period for termination?');

/** Makes a grid by the API, and waits until it is filled. Returns its address. */
async function makeGrid(page: Page, id: string, attachmentIds: string[]): Promise<string> {
  const body = { title: 'Supply contracts', columns: [notice], attachmentIds };
  const { id: gridId } = await succeed<{ id: string }>(
    page.request,
    `/api/engagements/${id}/grids`,
    body,
  );
  const path = `/engagements/${id}/grids/${gridId}`;
  await pollUntil(
    async () =>
      ((await (await page.request.get(`/api${path}`)).json()) as { status: string }).status,
    (status) => status === 'completed',
    60_000,
  );
  return path;
}

/** A picture without text. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const cellOf = (page: Page, file: string, column: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${file}, ${column}: `) });

describe.runIf(hasBrowser())('the grids of an engagement', () => {
  const openPerson = usePeople();
  let owner: Account;
  let id: string;
  let contractIds: string[];
  beforeAll(async () => {
    const prepared = await prepareOwner(inject('webBaseUrl'), makeContracts);
    owner = prepared.owner;
    ({ id, contractIds } = prepared.made);
  });

  // GRP-1, GRP-2, GRP-3, GRP-6, GRP-7, GRP-9
  it('asks pasted questions of all files, opens the passages of the answers, and asks again what has none', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    await page.goto(`/engagements/${id}/grids`);
    await page.getByRole('heading', { name: 'No grid yet' }).waitFor();
    await page.getByRole('link', { name: 'New grid' }).click();
    await page.getByText('No model is connected.').last().waitFor();
    await page.getByLabel('Title').fill('Supply contracts');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const lines =
      'Party: Who is the other party of the contract?\nHow long is the notice period for termination?';
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
    await page.getByLabel('Question', { exact: true }).click();
    await page.keyboard.press('Control+V');
    await page.getByText('3 files × 2 questions = 6 answers').waitFor();
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).nth(0).inputValue())
      .toBe('Party');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('grid', { name: 'Supply contracts' }).waitFor();
    await page.getByText('Complete', { exact: true }).waitFor();
    await cellOf(page, 'contract-1.md', 'Party').getByText('Nordwind Logistics').waitFor();
    await cellOf(page, 'contract-2.md', 'Party').click();
    const panel = page.getByRole('region', { name: 'Answer' });
    await panel.getByText('The file says ·').waitFor();
    await panel.getByRole('button', { name: 'Open in the source' }).click();
    const source = page.getByRole('complementary', { name: 'Source' });
    await source
      .locator('mark')
      .getByText('The other party of the contract is Kestrel Holdings.')
      .waitFor();
    await source.getByRole('button', { name: 'Next citation' }).click();
    await source.locator('mark').getByText('Bauer Verpackungen').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.getByText('contract-3.md').waitFor();
    await page.getByRole('link', { name: 'Grids' }).first().click();
    await page.getByRole('list', { name: 'Grids' }).getByText('3 files × 2 questions').waitFor();

    const picture = await attach(page, id, {
      name: 'one.png',
      mimeType: 'image/png',
      buffer: pixel,
    });
    const path = await makeGrid(page, id, [picture]);
    const { changedAt } = (await (await page.request.get(`/api${path}`)).json()) as {
      changedAt: string;
    };
    await page.goto(path);
    await page.getByRole('button', { name: 'No answer: 1 answer' }).click();
    await page.getByRole('button', { name: 'Ask these anew' }).click();
    const readAsked = async () => {
      const read = await page.request.get(`/api${path}/changes`, { params: { since: changedAt } });
      const { cells } = (await read.json()) as {
        cells: { attachmentId: string; cell: { state: string } }[];
      };
      return cells
        .filter(({ cell }) => cell.state === 'failed')
        .map(({ attachmentId }) => attachmentId);
    };
    await expect.poll(readAsked).toEqual([picture]);
  });

  // GRP-4, GRP-5, GRP-6, GRP-7, GRP-8, GRP-9, GRP-10
  it('is edited by keys as a sheet, grows by a question, filters, fills a draft, and draws only the rows in view', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    await runToEnd(page, id);
    const path = await makeGrid(page, id, contractIds);
    await page.goto(path);
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await page.getByRole('rowheader', { name: 'contract-1.md' }).focus();
    await page.keyboard.press('ArrowRight');
    await awaitFocus(cellOf(page, 'contract-1.md', 'Notice period'));
    await page.keyboard.type('90 days');
    await page.keyboard.press('Enter');
    await cellOf(page, 'contract-1.md', 'Notice period').getByText('Edited by').waitFor();
    await expect.poll(focused).toMatch(/^contract-2\.md, Notice period: /);
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toMatch(/^contract-2\.md, Notice period: The notice period/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Answer' });
    await panel.getByText('A person wrote this value. It is not checked.').waitFor();
    await panel.getByText('Edited by Ada Owner').waitFor();
    await panel.getByRole('button', { name: 'Ask anew' }).click();
    await panel.getByText('The file says ·').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toMatch(/^contract-1\.md, Notice period: The notice period/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await awaitFocus(page.getByRole('menuitem', { name: 'Sort ascending' }));
    await page.keyboard.press('ArrowDown');
    await awaitFocus(page.getByRole('menuitem', { name: 'Sort descending' }));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('rowheader').allTextContents())
      .toEqual(['contract-3.md', 'contract-2.md', 'contract-1.md']);
    expect(new URL(page.url()).searchParams.get('order')).toBe('desc');

    await page.getByRole('button', { name: 'Add questions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Notice period');
    await dialog.getByRole('button', { name: 'Ask' }).click();
    await dialog.getByText('Another question has this name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Warehouse');
    await dialog
      .getByLabel('Question', { exact: true })
      .fill('To which warehouse are deliveries made?');
    const [answer] = await Promise.all([
      page.waitForResponse(
        (one) => one.request().method() === 'POST' && one.url().endsWith('/columns'),
      ),
      page.waitForRequest((one) => one.url().endsWith(`/engagements/${id}/stream`)),
      dialog.getByRole('button', { name: 'Ask' }).click(),
    ]);
    expect(((await answer.json()) as { progress: object }).progress).toEqual({
      asked: 3,
      total: 6,
    });
    await cellOf(page, 'contract-3.md', 'Warehouse').getByText('Bergen').waitFor();
    await page.getByText('Complete', { exact: true }).waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('searchbox', { name: 'Find files or answers' }).fill('6 months');
    await page.getByText('1 of 3 files').waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV file' }).click();
    expect((await readFile(await (await saved).path())).toString('utf8')).toContain(
      'contract-3.md',
    );
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Copy the table' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'File',
      'contract-2.md',
    ]);
    await page.getByRole('button', { name: 'Use in a document' }).click();
    await page.getByRole('menuitem', { name: 'Insert into a document…' }).click();
    await dialog.getByText('The table has the 1 row that you see').waitFor();
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.waitForURL(/\/deliverables\/[^/]+\/edit$/);
    const filename = new URL(page.url()).pathname.split('/').at(-2) ?? '';
    const read = await page.request.get(`/api/engagements/${id}/deliverables/${filename}/draft`);
    const { draft } = (await read.json()) as { draft: { content: string } };
    expect(draft.content).toMatch(
      /\]: Grid [\w-]+: “contract-2\.md: Notice period: The notice period/,
    );

    const grids = /\/api\/engagements\/[^/]+\/grids\/[^/]+$/;
    await page.route(grids, async (route) => {
      const grid = await (await route.fetch()).json();
      const [row] = grid.rows;
      const columns = Array.from({ length: 10 }, (_, at) => ({
        ...grid.columns[0],
        id: `c${at}`,
        name: `Term ${at}`,
      }));
      const rows = Array.from({ length: 200 }, (_, at) => {
        const cells = columns.map(() => row.cells[0]);
        return { attachmentId: `f${at}`, filename: `file-${at}.md`, cells };
      });
      return route.fulfill({
        json: { ...grid, columns, rows, progress: { asked: 2_000, total: 2_000 } },
      });
    });
    await page.goto(path);
    await page.getByRole('rowheader', { name: 'file-0.md' }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.getByRole('rowheader', { name: 'file-0.md' }).focus();
    await page.keyboard.press('Control+End');
    await expect.poll(focused).toMatch(/^file-199\.md, Term 9: /);
    const isShown = (name: string, role: 'rowheader' | 'columnheader') =>
      page.getByRole(role, { name }).evaluate((element) => {
        const { left, top, width } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + 10));
      });
    expect(await isShown('file-199.md', 'rowheader')).toBe(true);
    expect(await isShown('Term 9', 'columnheader')).toBe(true);
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('201');

    await page.unroute(grids);
    await showAsRole(page, 'viewer');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await page.getByRole('rowheader', { name: 'contract-1.md' }).focus();
    await page.keyboard.press('ArrowRight');
    await awaitFocus(cellOf(page, 'contract-1.md', 'Notice period'));
    await page.keyboard.type('x');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Notice period' }).waitFor();
    expect(
      await page.getByRole('button', { name: /^(Edit|Ask anew|Add questions|Add files)$/ }).count(),
    ).toBe(0);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    expect(await findViolations(page)).toEqual([]);
  });
});
