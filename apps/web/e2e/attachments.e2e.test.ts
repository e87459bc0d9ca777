import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { dropFiles } from './testing/drop-files.ts';
import { findViolations } from './testing/find-violations.ts';
import { press } from './testing/press.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { usePeople } from './testing/use-people.ts';

const megabyteBytes = 1_048_576;
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});
const listOf = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const uploadsOf = (page: Page) => page.getByRole('list', { name: 'Uploads' });
const choose = (page: Page, files: ReturnType<typeof textFile>[]) =>
  page.locator('input[type=file]').setInputFiles(files);

describe.runIf(hasBrowser())('attachments', () => {
  const openPerson = usePeople();

  it('are dropped and chosen by keys, viewed, downloaded, deleted and cancelled, and say what is wrong', async () => {
    const { page } = await openPerson({
      expected: [/^503 POST /, /^400 POST .*\/attachments/, /^400 POST .*\/from-url$/],
    });
    await signUpByApi(page);
    const id = await makeEngagement(page);
    const opened = Promise.withResolvers<FileChooser>();
    page.on('filechooser', opened.resolve);
    await page.goto(`/engagements/${id}/attachments`);
    await page.getByRole('heading', { name: 'Nothing attached yet' }).waitFor();
    await page.getByText('Up to 10 MB per file and 100 MB in total on the Starter plan').waitFor();
    await chooseOption(page.getByLabel('Category of new files'), 'Data');
    const files = [
      { name: 'interviews.md', text: '# Interviews\n\nTwelve farm shops were asked.' },
      { name: 'prices.csv', text: 'product,price\nbeans,12\n' },
    ];
    await dropFiles(page, files, () => page.getByText('Drop to attach').waitFor());
    await listOf(page).getByRole('button', { name: 'prices.csv', exact: true }).waitFor();
    await listOf(page).getByText('Text, 6 words.').waitFor();
    await page.getByText('2 files attached').waitFor();

    await page.getByRole('button', { name: 'interviews.md', exact: true }).click();
    const details = page.getByRole('dialog', { name: 'interviews.md' });
    await details.getByText('by Ada Owner').waitFor();
    await details.getByText('Data', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('interviews.md');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for prices.csv' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await listOf(page).getByText('prices.csv').waitFor({ state: 'detached' });

    await press(page.getByRole('button', { name: 'Choose files' }), 'Enter');
    const chooser = await opened.promise;
    expect(chooser.isMultiple()).toBe(true);
    await chooser.setFiles([textFile('notes.md', 'Some notes.')]);
    await listOf(page).getByText('notes.md').waitFor();

    // A failed upload is sent again under the same key, and attached once.
    const keys: (string | undefined)[] = [];
    await page.route('**/attachments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 3) return route.continue();
      if (keys.length < 3) return route.abort('connectionreset');
      const error = { error: 'Service unavailable', code: 'service_unavailable', requestId: 'r1' };
      return route.fulfill({ status: 503, json: error });
    });
    await choose(page, [textFile('again.md', 'Some notes.')]);
    await uploadsOf(page).getByText('Service unavailable').waitFor();
    await uploadsOf(page).getByRole('button', { name: 'Retry' }).click();
    await listOf(page).getByText('again.md').waitFor();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await page.unroute('**/attachments');

    const large = { ...textFile('film.pdf', ''), buffer: Buffer.alloc(10 * megabyteBytes + 1) };
    await choose(page, [
      large,
      textFile('film.mov', 'x'),
      textFile('disguised.pdf', 'MZ no document'),
    ]);
    await uploadsOf(page).getByText('The file is larger than 10 MB').waitFor();
    await uploadsOf(page).getByText('.mov files cannot be attached').waitFor();
    await uploadsOf(page).getByText('The file content does not match its extension .pdf').waitFor();
    await expect.poll(() => uploadsOf(page).getByRole('button', { name: 'Retry' }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove film.mov from this list' }).click();
    await uploadsOf(page).getByText('film.mov').first().waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Add web page' }).click();
    const form = page.getByRole('dialog', { name: 'Add a web page' });
    await form.getByLabel('Address').fill('http://127.0.0.1/');
    await page.keyboard.press('Enter');
    await form.getByText('Private and local addresses are not allowed').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });

    const network = await page.context().newCDPSession(page);
    const slow = {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: megabyteBytes / 4,
    };
    await network.send('Network.emulateNetworkConditions', slow);
    await choose(page, [
      textFile('long.md', 'word '.repeat(megabyteBytes / 2)),
      textFile('short.md', 'A word.'),
    ]);
    const bar = page.getByRole('progressbar', { name: 'Upload of long.md' });
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')))
      .toBeGreaterThan(10);
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await page.getByRole('button', { name: 'Cancel the upload of long.md' }).click();
    await uploadsOf(page).getByText('long.md').waitFor({ state: 'detached' });
    await listOf(page).getByText('short.md').waitFor();
    await expect.poll(() => listOf(page).getByText('long.md').count()).toBe(0);
  });
});
