import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import type { PageOfApp } from './every-page.ts';
import { findViolations, findViolationsInBothThemes } from './find-violations.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts';
import { loadAnew, measureScripts } from './measure-scripts.ts';
import { type OpenStage, openStage } from './product/open-stage.ts';
import { sidewaysPx } from './sideways-px.ts';
import { walkByTab } from './walk-by-tab.ts';

async function expectStill(page: Page): Promise<void> {
  const shifts = await readLayoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(largestShift);
}

/** Expects that a settled page named `name` has fetched at most 200 KB of script. */
export async function expectSmallScripts(page: Page, name: string): Promise<void> {
  const scriptBytes = await measureScripts(page, name);
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(200 * 1024);
}

/**
 * Declares the tests that every page has to pass, for some pages on a stage of their own: in several files, several
 * workers share them. `declareFirst` declares tests that need a session, before pages are opened without one.
 */
export function describePages(
  title: string,
  pages: readonly PageOfApp[],
  declareFirst?: (read: () => OpenStage) => void,
): void {
  describe.runIf(hasBrowser())(title, () => {
    let opened: OpenStage;
    beforeAll(async () => {
      opened = await openStage(inject('webBaseUrl'));
      await recordLayoutShifts(opened.page.context());
    });
    afterAll(() => opened?.close());
    declareFirst?.(() => opened);

    it.each(pages)(
      '$name: loads at most 200 KB of script, holds still, has a title and a heading, fits a phone, passes axe, and is reachable by keys',
      (one) => checkPage(opened, one),
    );
  });
}

async function checkPage({ stage, page, faults }: OpenStage, { name, path, open }: PageOfApp): Promise<void> {
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
}
