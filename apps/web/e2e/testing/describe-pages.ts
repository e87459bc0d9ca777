import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import type { PageOfApp } from './every-page.ts';
import { findViolations } from './find-violations.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts';
import { measureScripts } from './measure-scripts.ts';
import { type OpenStage, openSharedStage } from './product/open-stage.ts';
import { settle } from './settle.ts';
import { sidewaysPx } from './sideways-px.ts';
import { readFrame, walkByTab } from './walk-by-tab.ts';

async function expectStill(page: Page): Promise<void> {
  const shifts = await readLayoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(largestShift);
}

/** Expects that a settled page named `name` has fetched at most 225 KB of script. */
export async function expectSmallScripts(page: Page, name: string): Promise<void> {
  const scriptBytes = await measureScripts(page, name);
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(225 * 1024);
}

/**
 * Declares the tests that every page has to pass, for some pages of the shared stage: in several
 * files, several workers share them. `declareFirst` declares tests that need a session, before
 * pages are opened without one.
 */
export function describePages(
  title: string,
  pages: readonly PageOfApp[],
  declareFirst?: (read: () => OpenStage) => void,
): void {
  describe.runIf(hasBrowser())(title, () => {
    let opened: OpenStage;
    const frames = new Set<string>();
    beforeAll(async () => {
      opened = await openSharedStage(inject('webStarter'), inject('webBaseUrl'));
      await recordLayoutShifts(opened.page.context());
    });
    afterAll(() => opened?.close());
    declareFirst?.(() => opened);

    it.each(pages)(
      '$name: loads at most 225 KB of script, holds still, has a title and a heading, fits a phone, passes axe, and is reachable by keys',
      (one) => checkPage(opened, one, frames),
    );
  });
}

/**
 * Walks through the content of a page. The frame around it is walked only on the first page that
 * has it.
 */
async function walk(
  page: Page,
  direction: 'forward' | 'back',
  frames: Set<string>,
): Promise<string[]> {
  const frame = `${direction} ${await readFrame(page)}`;
  const isKnown = frames.has(frame);
  frames.add(frame);
  return walkByTab(page, direction, isKnown ? 'content' : 'page');
}

async function checkPage(
  { stage, page, faults }: OpenStage,
  { name, path, open }: PageOfApp,
  frames: Set<string>,
): Promise<void> {
  faults.length = 0;
  if (open) await page.context().clearCookies();
  await page.goto(path(stage));
  await settle(page);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.title()).toMatch(/\S/);
  // Axe fetches nothing, so the network falls silent meanwhile.
  expect(await findViolations(page)).toEqual([]);
  // The scripts of a page come before keys and windows of another size, which fetch more.
  await expectSmallScripts(page, name);
  await expectStill(page);
  expect(await walk(page, 'forward', frames)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  // Parts that a script lays out follow a moment later.
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page, { colors: false })).toEqual([]);
  expect(await walk(page, 'back', frames)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(faults).toEqual([]);
}
