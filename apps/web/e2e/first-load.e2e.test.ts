import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { useBrowser } from './testing/use-browser.ts';

const limitBytes = 200 * 1024;

describe.runIf(hasBrowser())('the first load', { timeout: 60_000 }, () => {
  const openPerson = useBrowser();

  it.each(['/sign-in', '/engagements'])('of %s takes at most 200 KB of compressed script', async (path) => {
    const { page } = await openPerson();
    if (path === '/engagements') {
      const data = { company: 'Size', name: 'Ada', email: 'size@example.com', password: 'correct horse' };
      await page.request.post('/api/auth/sign-up/email', { data });
    }
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, encodedBodySize })),
    );
    const totalBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    console.log(`${path}: ${scripts.length} scripts, ${totalBytes} bytes`);
    expect(totalBytes).toBeGreaterThan(10_000);
    expect(totalBytes, JSON.stringify(scripts)).toBeLessThanOrEqual(limitBytes);
  });
});
