import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { marks, pseudoCatalogues } from '../catalogues/pseudo-language.ts';
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
/** Names that no language translates. */
const names = ['Engagements', 'Ctrl'];

/** Answers with texts that are 40 % longer in place of the German ones. */
async function lengthenTexts(page: Page): Promise<void> {
  const catalogues = pseudoCatalogues();
  await page.context().route(/\/assets\/catalogue-de-/, (route) => {
    const part = /catalogue-de-(.+)-[\w-]{8}\.js/.exec(route.request().url())?.[1] ?? '';
    return route.fulfill({ contentType: 'text/javascript', body: catalogues.get(part) ?? 'export default {};' });
  });
}

// LAN-10
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
      cut.push(...(await findCutTexts(page, marks.start)).map((text) => `${size.width} px: ${text}`));
    }
    expect(cut).toEqual([]);
    if (translated.includes(name)) {
      const loose = (await findUnmarkedTexts(page, marks.start)).filter((text) => !names.includes(text));
      expect(loose).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});
