import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import { signInByApi } from './testing/product/sign-up-by-api.ts';
import { awaitDrawing } from './testing/settle.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

interface Version {
  version: number;
  content: string;
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the document' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });

/** Begins a paragraph below the title. */
async function startBelowTitle(page: Page): Promise<void> {
  await text(page).getByRole('heading').first().click();
  for (const key of ['Control+Home', 'End', 'Enter']) {
    await page.keyboard.press(key);
    // The editor learns where the browser put the cursor with the next frame.
    await awaitDrawing(page);
  }
}

/** Reads the latest version by the API. */
async function readLatest(page: Page, path: string): Promise<Version> {
  return (await (await page.request.get(`/api${path}`)).json()) as Version;
}

/** Saves the text on the page as a version with a note, and waits for the page that shows it. */
async function save(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: /^Save version/ }).click();
  await page.getByLabel(/What did you change\?/).fill(note);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\.md$/);
}

describe.runIf(hasBrowser())('writing', () => {
  const openPerson = usePeople();
  let owner: Account;
  let path: string;
  // The tests write one document, in their order.
  beforeAll(async () => {
    const prepared = await prepareOwner(inject('webBaseUrl'), finishEngagement);
    owner = prepared.owner;
    path = `/engagements/${prepared.made.id}/deliverables/${prepared.made.filename}`;
  });

  // EDI-1, EDI-2, EDI-3, EDI-4, EDI-6, EDI-7, EDI-8
  it('leads by keys from the reading page to a version of a person, which keeps all other bytes', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    const before = await readLatest(page, path);
    await page.goto(path);
    await page.getByRole('link', { name: 'Edit' }).press('Enter');
    await startBelowTitle(page);
    await page.keyboard.type('Typed by ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' with a_b and 2 * 3.');

    // From the text to the tools and back.
    await page.keyboard.press('Alt+F10');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Italic');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Alt+f');
    await page.keyboard.type('Ada said so.');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type(' Then more.');
    await tool(page, 'Insert table').click();
    await page.keyboard.type('City');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Rent');
    await tool(page, 'Delete column').click();
    await tool(page, 'Row below').click();
    await page.keyboard.press('Enter');
    await tool(page, 'Delete row').click();
    await page.getByText(/^Draft saved/).waitFor();

    await page.reload();
    await page.getByText(/This is your draft of version 1/).waitFor();
    await text(page).getByText('Typed by').waitFor();
    await tool(page, 'Markdown source').click();
    const source = page.locator('textarea');
    await expect.poll(() => source.inputValue()).toContain('Typed by **Ada** with a_b and 2 * 3.');
    await source.fill((await source.inputValue()).replace('Typed by', 'Written by'));
    await text(page).getByText('Written by').waitFor();
    await save(page, 'Ada’s own words');
    const after = await readLatest(page, path);
    expect(after.version).toBe(2);
    const [, label = ''] =
      /Written by \*\*Ada\*\* with a_b and 2 \* 3\.\[\^(\d+)\] Then more\./.exec(after.content) ??
      [];
    expect(after.content).toContain(`[^${label}]: Ada said so.`);
    const added =
      /\n\nWritten by[^\n]*\n\n\| City \|[^\n]*(\n\|[^\n]*){3}|\n+\[\^\d+\]: Ada said so\./g;
    expect(after.content.replaceAll(added, '').trimEnd()).toBe(before.content.trimEnd());

    await page.getByText('Saved as version 2').waitFor();
    await page.getByRole('button', { name: 'Version 2' }).click();
    await page.getByText('Written by Ada Owner').waitFor();
    await page.getByText('Ada’s own words').waitFor();
    await page
      .getByRole('button', { name: /^Unlock/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Lock/ }).first().waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored as version 3').waitFor();
    expect((await readLatest(page, path)).content).toBe(before.content);
  });

  // EDI-5
  it('tells the second writer at once, and merges by sections without losing a word', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    const { content, version } = await readLatest(page, path);
    const { page: mate } = await openTeamMate(openPerson, page, 'member');
    await page.goto(`${path}/edit`);
    await startBelowTitle(page);
    await page.keyboard.type('A sentence of Ada.');
    await page.getByText(/^Draft saved/).waitFor();
    await mate.goto(`${path}/edit`);
    await mate.getByText('Ada Owner is editing this document too.').waitFor();

    const theirs = content.replace(/^(#[^\n]*\n)/m, '$1\nA sentence of Vera.\n');
    const put = await mate.request.put(`/api${path}`, {
      data: { content: theirs, baseVersion: version },
    });
    expect(put.status()).toBe(201);
    await page.getByText(`Vera member has saved version ${version + 1}.`).waitFor();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('heading', { name: 'Merge with the latest version' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep both' }).click();
    await page.getByRole('button', { name: 'Use the merged text' }).click();
    await text(page).getByText('A sentence of Vera.').waitFor();
    await save(page, '');
    const merged = await readLatest(page, path);
    expect(merged.version).toBe(version + 2);
    expect(merged.content).toContain('A sentence of Ada.');
    expect(merged.content).toContain('A sentence of Vera.');
  });

  // EDI-9, EDI-10
  it('begins with the title of the facts as a field, numbers footnotes as readers see them, and moves nothing at the first key', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    const { version } = await readLatest(page, path);
    const facts = '---\nagent: Analyst\ntitle: Market scan\n---\n\n';
    const content = `${facts}One.[^seven] Two.[^8]\n\n[^8]: Brief: “cranes”\n[^seven]: Brief: “Nordic market”\n`;
    await page.request.put(`/api${path}`, { data: { content, baseVersion: version } });
    await page.goto(`${path}/edit`);
    await text(page).getByText('One.1 Two.2').waitFor();
    await page.getByRole('button', { name: 'Back to footnote 1 in the text' }).waitFor();
    expect(await text(page).innerText()).not.toContain('agent: Analyst');
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Title', { exact: true }).fill('Scan: the Nordics');
    await page.keyboard.press('Enter');
    await awaitFocus(text(page));
    const top = () => text(page).evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await page.keyboard.type('New. ');
    await page.getByText(/^Draft saved/).waitFor();
    expect(await top()).toBe(before);
  });
});
