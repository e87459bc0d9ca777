import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { signUpByApi } from './testing/sign-up-by-api.ts';
import { useBrowser } from './testing/use-browser.ts';

const limitBytes = 200 * 1024;

describe.runIf(hasBrowser())('the first load', { timeout: 60_000 }, () => {
  const openPerson = useBrowser();

  it.each([
    { path: '/sign-in', title: 'Sign in' },
    { path: '/engagements', title: 'Engagements' },
  ])('of $path takes at most 200 KB of compressed script', async ({ path, title }) => {
    const { page } = await openPerson();
    if (path === '/engagements') await signUpByApi(page);
    await page.goto(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, encodedBodySize })),
    );
    const totalBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    expect(totalBytes).toBeGreaterThan(10_000);
    expect(totalBytes, JSON.stringify(scripts)).toBeLessThanOrEqual(limitBytes);
  });
});
