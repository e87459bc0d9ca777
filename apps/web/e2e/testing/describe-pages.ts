import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { PageOfApp } from './every-page.ts';
import { findViolations } from './find-violations.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts';
import { measureScripts } from './measure-scripts.ts';
import { type OpenStage, openSharedStage } from './product/open-stage.ts';
import { settle } from './settle.ts';
import { sidewaysPx } from './sideways-px.ts';
import { readFrame, walkByTab } from './walk-by-tab.ts';

/** The frames that pages had so far, by the direction of the walk. */
interface Frames {
  forward: Set<string>;
  back: Set<string>;
}

const largest = { width: 1920, height: 1080 };
const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

async function expectStill(page: Page): Promise<void> {
  const shifts = await readLayoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(largestShift);
}

/** Expects that a settled page named `name` has fetched at most 225 KB of script. */
async function expectSmallScripts(page: Page, name: string): Promise<void> {
  const scriptBytes = await measureScripts(page, name);
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(225 * 1024);
}

/**
 * Declares the tests that every page has to pass, for some pages of the shared stage: in several
 * files, several workers share them.
 */
export function describePages(pages: readonly PageOfApp[]): void {
  let opened: OpenStage;
  const frames: Frames = { forward: new Set(), back: new Set() };
  beforeAll(async () => {
    opened = await openSharedStage(inject('webStarter'), inject('webBaseUrl'));
    await recordLayoutShifts(opened.page.context());
  });
  afterAll(() => opened?.close());

  it.each(pages)(
    '$name: loads at most 225 KB of script, holds still, has a title and a heading, fits a phone, passes axe, and is reachable by keys',
    (one) => checkPage(opened, one, frames),
  );
}

/** Whether the frame around the content of a page is one that no page before had. */
async function isNewFrame(page: Page, frames: Set<string>): Promise<boolean> {
  const frame = String(await readFrame(page));
  const isNew = !frames.has(frame);
  frames.add(frame);
  return isNew;
}

/** Walks through the content of a page, and through a new frame around it. */
async function walkForward(page: Page, frames: Set<string>): Promise<string[]> {
  return walkByTab(page, 'forward', (await isNewFrame(page, frames)) ? 'page' : 'content');
}

/**
 * Walks back through a new frame and what it holds. Else it walks back through content with bars
 * alone: without them, nothing can cover what the way forward has shown to be in view.
 */
async function walkBack(page: Page, frames: Set<string>): Promise<string[]> {
  if (await isNewFrame(page, frames)) return walkByTab(page, 'back', 'page');
  return (await hasBars(page)) ? walkByTab(page, 'back', 'content') : [];
}

/**
 * Whether the content of a page has parts that stay in view while it scrolls, and so can cover on
 * the way back what they do not cover on the way forward.
 */
const hasBars = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].some((part) =>
      /sticky|fixed/.test(getComputedStyle(part).position),
    ),
  );

async function checkPage(
  { stage, page, faults }: OpenStage,
  { name, path, open, isFuller }: PageOfApp,
  frames: Frames,
): Promise<void> {
  faults.length = 0;
  if (open) await page.context().clearCookies();
  await page.setViewportSize(isFuller ? largest : wide);
  await page.goto(path(stage));
  await settle(page);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.title()).toMatch(/\S/);
  // Axe fetches nothing, so the network falls silent meanwhile.
  expect(await findViolations(page)).toEqual([]);
  // The scripts of a page come before keys and windows of another size, which fetch more.
  await expectSmallScripts(page, name);
  await expectStill(page);
  await page.setViewportSize(wide);
  expect(await walkForward(page, frames.forward)).toEqual([]);
  await page.setViewportSize(phone);
  // Parts that a script lays out follow a moment later.
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page, { colors: false })).toEqual([]);
  expect(await walkBack(page, frames.back)).toEqual([]);
  expect(faults).toEqual([]);
}
