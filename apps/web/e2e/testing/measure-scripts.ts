import type { Page } from 'playwright-core';

/**
 * Tools that only their own page loads: the PDF preview of the branding page, twice as large as all
 * else and fetched in parallel to its form, and the editor of documents.
 */
const tools: Readonly<Record<string, RegExp>> = {
  branding: /\/(?:pdf\.worker|draw-pdf)[-.][^/]*\.js$/,
  writing: /\/writing-view[-.][^/]*\.js$/,
};

/** Scripts of languages other than English: texts of the app, and of the refusals of the API. */
const translation = /\/(?:catalogue|refusal-texts)-[^/]*\.js$/;

/**
 * Sums the compressed bytes of every script that a settled page has fetched by the time the network
 * is silent, with graphs and charts below the fold. Code that a key, pointer or touch requests
 * later does not count, nor do the tool of the page named `name` and what only other languages than
 * English load. Nothing is delayed by a timer or until it is scrolled into view.
 */
export async function measureScripts(page: Page, name?: string): Promise<number> {
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, encodedBodySize })),
  );
  const tool = name === undefined ? undefined : tools[name];
  const counted = scripts.filter(({ path }) => !tool?.test(path) && !translation.test(path));
  const sizes = counted.map(
    ({ path, encodedBodySize }) => encodedBodySize || askForSize(page, path),
  );
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Asks the service for the size of a script that the page has from its cache. */
async function askForSize(page: Page, path: string): Promise<number> {
  const answer = await page.request.head(path, { headers: { 'accept-encoding': 'br' } });
  const bytes = Number(answer.headers()['content-length'] ?? 0);
  if (bytes === 0) throw new Error(`The size of ${path} is not known`);
  return bytes;
}
