import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { marks, pseudoCatalogues } from '../catalogues/pseudo-language.ts';
import { messagesByPart, readApp } from '../catalogues/read-app.ts';
import { hasBrowser } from './testing/browser.ts';
import { everyPage } from './testing/every-page.ts';
import { findCutTexts, findUnmarkedTexts } from './testing/find-cut-texts.ts';
import { type OpenStage, openSharedStage } from './testing/product/open-stage.ts';
import { settle } from './testing/settle.ts';
import { sidewaysPx } from './testing/sideways-px.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Pages all of whose words are in catalogues. */
const translated = [
  'sign-in',
  'sign-in-link',
  'sign-up',
  'forgot-password',
  'reset-password',
  'goodbye',
  'unsubscribe',
];
/** Messages of several words. On a page in another language none of them is shown. */
const english = new Set(
  [...messagesByPart(readApp()).values()]
    .flatMap((part) => [...part.values()].map(({ text }) => text))
    .filter((text) => text.includes(' ')),
);
/** Pages in the language of the engagement, which is English here. */
const ofClients = ['portal', 'portal-document'];
/** Names that no language translates. */
const names = ['Engagements'];

/**
 * Answers a page with texts that are 40 % longer in place of the German ones. It asks the debugger
 * for these requests alone: a route of Playwright would switch off the cache for all scripts.
 */
async function lengthenTexts(page: Page): Promise<void> {
  const catalogues = pseudoCatalogues();
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const part = /catalogue-de-(.+)-[\w-]{8}\.js/.exec(request.url)?.[1] ?? '';
    const body = catalogues.get(part) ?? 'export default {};';
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
      body: Buffer.from(body).toString('base64'),
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/catalogue-de-*' }] });
}

// LAN-6, LAN-10
describe.runIf(hasBrowser())('texts that are 40 % longer', () => {
  let opened: OpenStage;
  beforeAll(async () => {
    opened = await openSharedStage(inject('webStarter'), inject('webBaseUrl'), 'de-DE');
    await lengthenTexts(opened.page);
  });
  afterAll(() => opened?.close());

  it.each(everyPage)('$name: fits, and cuts nothing', async ({ name, path, open }) => {
    const { page, stage, faults } = opened;
    faults.length = 0;
    if (open) await page.context().clearCookies();
    await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
    await page.goto(path(stage));
    await settle(page);
    const cut: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
      cut.push(
        ...(await findCutTexts(page, marks.start)).map((text) => `${size.width} px: ${text}`),
      );
    }
    expect(cut).toEqual([]);
    if (!ofClients.includes(name)) {
      const unmarked = await findUnmarkedTexts(page, marks.start);
      const isComplete = translated.includes(name);
      expect(
        unmarked.filter((text) => (isComplete ? !names.includes(text) : english.has(text))),
      ).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});
