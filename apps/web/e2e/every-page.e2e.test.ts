import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { everyPage } from './testing/every-page.ts';
import { findViolations, findViolationsInBothThemes } from './testing/find-violations.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './testing/layout-shifts.ts';
import { loadAnew, measureScripts } from './testing/measure-scripts.ts';
import { type OpenStage, openStage } from './testing/product/open-stage.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { walkByTab } from './testing/walk-by-tab.ts';

async function expectStill(page: Page): Promise<void> {
  const shifts = await readLayoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(largestShift);
}

async function expectSmallScripts(page: Page, name?: string, limitKb = 200): Promise<void> {
  const scriptBytes = await measureScripts(page, name);
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(limitKb * 1024);
}

describe.runIf(hasBrowser())('every page', { timeout: 60_000 }, () => {
  let opened: OpenStage;
  beforeAll(async () => {
    opened = await openStage(inject('webBaseUrl'));
    await recordLayoutShifts(opened.page.context());
  }, 120_000);
  afterAll(() => opened?.close());

  // This runs first, because later pages are opened without a session.
  it('a deliverable in a wide window loads at most 4 KB more, for the panel that opens there', async () => {
    const { stage, page } = opened;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await loadAnew(page, `/engagements/${stage.engagementId}/deliverables/${stage.filename}`);
    await expectSmallScripts(page, 'deliverable', 204);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each(everyPage)(
    '$name: loads at most 200 KB of script, holds still, has a title and a heading, fits a phone, passes axe, and is reachable by keys',
    async ({ name, path, open }) => {
      const { stage, page, faults } = opened;
      faults.length = 0;
      if (open) await page.context().clearCookies();
      await loadAnew(page, path(stage));
      // The scripts of a page come first, before keys and windows of another size fetch more.
      await expectSmallScripts(page, name);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.title()).toMatch(/\S/);
      await expectStill(page);
      expect(await findViolationsInBothThemes(page)).toEqual([]);
      expect(await walkByTab(page, 'forward')).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      // Parts that a script lays out follow a moment later.
      await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
      expect(await findViolations(page)).toEqual([]);
      expect(await walkByTab(page, 'back')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(faults).toEqual([]);
    },
  );
});
