import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { dropFiles } from './testing/drop-files.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { usePeople } from './testing/use-people.ts';

const editedFile = fileURLToPath(
  new URL('../../../examples/word-files/coffee-segments-edited.docx', import.meta.url),
);
const filler = 'Nothing here is what anybody looks for.\n\n'.repeat(60);
const words = 'quayside tolls';

/** Adds a third version with the words at its end, and an attachment with them. */
async function writeWords(page: Page, id: string, filename: string): Promise<void> {
  const path = `/api/engagements/${id}`;
  const content = `# Ports of the north\n\nOf cranes and their drivers.\n\n${filler}## Costs\n\nThe **quayside** tolls rose by a third.\n`;
  const put = await page.request.put(`${path}/deliverables/${filename}`, {
    data: { content, baseVersion: 2 },
  });
  expect(put.status()).toBe(201);
  const buffer = Buffer.from(
    'Minutes of the harbour board. The quayside tolls are to rise next year.',
  );
  const file = { name: 'minutes.txt', mimeType: 'text/plain', buffer };
  expect((await page.request.post(`${path}/attachments`, { multipart: { file } })).status()).toBe(
    201,
  );
  await expect
    .poll(async () => {
      const found = await page.request.get('/api/search', { params: { q: words, kind: 'source' } });
      return ((await found.json()) as { results: unknown[] }).results.length;
    })
    .toBe(1);
}

/** Reads the marked words of the text, and whether they are in view. */
const readMarked = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('found') ?? [])].map((range) => {
      const { top, bottom } = (range as Range).getBoundingClientRect();
      return { text: String(range), isInView: top > 0 && bottom < innerHeight };
    }),
  );

async function expectFit(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe.runIf(hasBrowser())('finding', () => {
  const openPerson = usePeople();

  // SEA-8, SEA-9, SEA-10, WRD-11, WRD-12
  it('passes a deliverable on as a Word file, brings back what came of it, and finds words and opens them in place', async () => {
    const { page } = await openPerson({ expected: [/^4\d\d POST \/api\/.*\/import$/] });
    await signUpByApi(page);
    const { id, filename } = await finishEngagement(page);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const download = async () => {
      const saved = page.waitForEvent('download');
      await choose('Word file for the client');
      const path = await (await saved).path();
      expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
      return path;
    };
    await page.goto(`/engagements/${id}/deliverables`);
    await download();
    await follow(page, `/engagements/${id}/deliverables/${filename}`);
    const untouched = await readFile(await download());

    await choose('Import a Word file…');
    const dialog = page.getByRole('dialog', { name: 'Import a Word file' });
    const field = dialog.getByLabel('Word file');
    const send = () => dialog.getByRole('button', { name: 'Import' }).click();
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    await field.setInputFiles({ name: 'copy.docx', mimeType, buffer: untouched });
    await send();
    await dialog.getByText('The file has the same text as the document').waitFor();
    await dropFiles(page, [{ name: 'notes.docx', text: 'No Word file' }], async () => undefined);
    await expect.poll(() => field.inputValue()).toContain('notes.docx');
    await send();
    await dialog.getByText(/Save the file in Word as \.docx/).waitFor();
    await field.setInputFiles(editedFile);
    await send();
    await dialog.getByText('Imported as version 2').waitFor();
    await dialog
      .getByText(/^The file (comes from another document|does not name the version)/)
      .waitFor();
    await expectFit(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Version 2' }).waitFor();

    await writeWords(page, id, filename);
    await page.goto('/engagements');
    await page.getByRole('heading', { level: 1 }).waitFor();

    await page.keyboard.press('Control+k');
    const typed = page.getByRole('dialog').getByRole('combobox');
    await typed.fill(words);
    await page.getByRole('option', { name: /Ports of the north/ }).waitFor();
    expect(await page.getByRole('option').locator('mark').allTextContents()).toContain('quayside');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /Ports of the north/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/words=/);
    await expect
      .poll(() => readMarked(page))
      .toEqual([
        { text: 'quayside', isInView: true },
        { text: 'tolls', isInView: true },
      ]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'rose by a third',
    );

    await page.keyboard.press('Control+k');
    await typed.fill(words);
    await page.getByRole('option', { name: `All results for “${words}”` }).click();
    await page.getByText('2 results').waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const results = page.getByRole('list', { name: 'Results' });
    expect(
      await results
        .getByRole('link')
        .nth(1)
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    await chooseOption(page.getByRole('combobox', { name: 'Kind' }), 'Sources');
    await results.getByText('minutes.txt').click();
    const details = page.getByRole('dialog', { name: 'minutes.txt' });
    await details.locator('mark').first().waitFor();
    expect(await details.locator('mark').allTextContents()).toEqual(['quayside', 'tolls']);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/attachments$/);
  });
});
