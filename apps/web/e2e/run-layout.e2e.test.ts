import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './testing/layout-shifts.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { watchRun } from './testing/run-page.ts';
import { settle } from './testing/settle.ts';
import { usePeople } from './testing/use-people.ts';

/** As narrow as a phone, and shows the whole page without scrolling. */
const viewport = { width: 390, height: 2400 };

describe.runIf(hasBrowser())('the page of a run', () => {
  const openPerson = usePeople();

  it('holds still while its events arrive, and when it is opened again', async () => {
    const { page, context } = await openPerson({ viewport });
    await signUpByApi(page);
    await recordLayoutShifts(context);
    // The tasks are planned from the brief, so they arrive too.
    await watchRun(page, { tasks: [] });
    await page.getByRole('heading', { name: 'The run is complete' }).waitFor();
    await settle(page);
    const shifts = await readLayoutShifts(page);
    await page.reload();
    await page.getByRole('table', { name: /^Documents/ }).waitFor();
    await settle(page);
    shifts.push(...(await readLayoutShifts(page)));
    // The sum of all shifts is at least the metric.
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(largestShift);
  });
});
