import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser, launchBrowser } from './testing/browser.ts';
import { everyPage, type PageOfApp } from './testing/every-page.ts';
import { openPerson } from './testing/person.ts';
import { type OpenStage, openStage } from './testing/product/open-stage.ts';
import { settle } from './testing/settle.ts';

const limitBytes = 200 * 1024;
const wide = { width: 1920, height: 1080 };
/** The PDF preview of the branding page: twice as large as all else, fetched only by that page and in parallel to its form. */
const pdfReader = /\/pdf[-.][^/]*\.js$/;

/** Every page, plus two with another first load: a shared document, and the panel that opens in a wide window. */
const pages: readonly (PageOfApp & { viewport?: typeof wide })[] = [
  ...everyPage,
  {
    name: 'portal document',
    path: ({ portalToken, filename }) => `/portal/${portalToken}?file=${filename}`,
    open: true,
  },
  {
    name: 'deliverable in a wide window',
    path: ({ engagementId, filename }) => `/engagements/${engagementId}/deliverables/${filename}`,
    viewport: wide,
  },
];

/**
 * Measures every script that the page has fetched by the time nothing on it is loading and the network is silent, with graphs
 * and charts below the fold. Code that a key, pointer or touch requests later does not count. Nothing is delayed by a timer
 * or until it is scrolled into view.
 */
async function measureScripts(page: Page) {
  await settle(page);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, encodedBodySize })),
  );
}

describe.runIf(hasBrowser())('the first load', { timeout: 60_000 }, () => {
  const baseUrl = inject('webBaseUrl');
  let opened: OpenStage;
  let browser: Browser;
  beforeAll(async () => {
    [opened, browser] = await Promise.all([openStage(baseUrl), launchBrowser()]);
  }, 60_000);
  afterAll(() => Promise.all([opened?.close(), browser?.close()]));

  it.each(pages)('of $name takes at most 200 KB of compressed script', async ({ name, path, open, viewport }) => {
    const { page, context, close } = await openPerson(browser, { baseUrl, ...(viewport && { viewport }) });
    if (!open) await context.addCookies(await opened.page.context().cookies());
    await page.goto(path(opened.stage));
    const fetched = await measureScripts(page);
    await close();
    const scripts = name === 'branding' ? fetched.filter((script) => !pdfReader.test(script.name)) : fetched;
    const totalBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    expect(totalBytes).toBeGreaterThan(10_000);
    expect(totalBytes, JSON.stringify(scripts)).toBeLessThanOrEqual(limitBytes);
  });
});
