import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './testing/layout-shifts.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { watchRun } from './testing/run-page.ts';
import { settle } from './testing/settle.ts';
import { usePeople } from './testing/use-people.ts';

interface Viewport {
  width: number;
  height: number;
}
/** Shows the whole page without scrolling. */
const tall: Viewport = { width: 1280, height: 2400 };
const phone: Viewport = { width: 390, height: 844 };

describe.runIf(hasBrowser())('the page of a run', () => {
  const openPerson = usePeople();

  /**
   * Watches a whole run in a window of this size, and its page when that is opened again. Sums all
   * layout shifts.
   */
  async function sumShifts(context: BrowserContext, viewport: Viewport, change: object) {
    const page = await context.newPage();
    await page.setViewportSize(viewport);
    await watchRun(page, change);
    await page.getByRole('heading', { name: 'The run is complete' }).waitFor();
    await settle(page);
    const shifts = await readLayoutShifts(page);
    await page.reload();
    await page.getByRole('table', { name: /^Documents/ }).waitFor();
    await settle(page);
    shifts.push(...(await readLayoutShifts(page)));
    // The sum of all shifts is at least the metric.
    return { shifts, sum: shifts.reduce((sum, { value }) => sum + value, 0) };
  }

  it('holds still while its events arrive, with tasks that are known before or planned from the brief', async () => {
    const { page, context } = await openPerson();
    await signUpByApi(page);
    await recordLayoutShifts(context);
    for (const [change, viewport] of [
      [{}, tall],
      [{ tasks: [] }, phone],
    ] as const) {
      const { sum, shifts } = await sumShifts(context, viewport, change);
      expect(sum, JSON.stringify({ viewport, shifts }, null, 1)).toBeLessThanOrEqual(largestShift);
    }
  });
});
