import type { Page } from 'playwright-core';
import { settle } from './settle.ts';

/**
 * Tools that only their own page loads: the PDF preview of the branding page, twice as large as all else and fetched in
 * parallel to its form, and the editor of documents.
 */
const tools: Readonly<Record<string, RegExp>> = {
  branding: /\/(?:pdf|draw-page)[-.][^/]*\.js$/,
  writing: /\/writing-view[-.][^/]*\.js$/,
};

/**
 * Sums the compressed bytes of every script that a settled page has fetched by the time the network is silent, with
 * graphs and charts below the fold. Code that a key, pointer or touch requests later does not count, nor does the tool
 * of the page named `name`. Nothing is delayed by a timer or until it is scrolled into view.
 */
export async function measureScripts(page: Page, name?: string): Promise<number> {
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, encodedBodySize })),
  );
  const tool = name === undefined ? undefined : tools[name];
  const counted = scripts.filter(({ path }) => !tool?.test(path));
  const unmeasured = counted.filter(({ encodedBodySize }) => encodedBodySize === 0);
  if (unmeasured.length > 0) throw new Error(`Fetched from the cache, so not measured: ${JSON.stringify(unmeasured)}`);
  return counted.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** Opens an address and fetches everything anew, as a first visitor does. */
export async function loadAnew(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Also empties the cache that the page's process keeps in memory.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(path);
  await settle(page);
  await session.detach();
}
