import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { PageOfApp } from './every-page.ts';
import { findViolations } from './find-violations.ts';
import { largestShift, readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts';
import {
  findCutLongerTexts,
  findUntranslated,
  lengthenTexts,
  longerLanguage,
} from './longer-texts.ts';
import { measureScripts } from './measure-scripts.ts';
import { type OpenStage, openSharedStage } from './product/open-stage.ts';
import { settle } from './settle.ts';
import { sidewaysPx } from './sideways-px.ts';
import { readFrame, walkByTab } from './walk-by-tab.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };

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
 * files, several workers share them. Each page is opened once, with texts that are 40 % longer than
 * the English ones, because what holds for them holds for shorter ones.
 */
export function describePages(pages: readonly PageOfApp[]): void {
  let opened: OpenStage;
  const frames = new Set<string>();
  beforeAll(async () => {
    opened = await openSharedStage(inject('webStarter'), inject('webBaseUrl'), longerLanguage);
    await lengthenTexts(opened.page);
    await recordLayoutShifts(opened.page.context());
  });
  afterAll(() => opened?.close());

  it.each(pages)(
    '$name: loads at most 225 KB of script, holds still, has a title and a heading, fits a phone with texts that are 40 % longer, passes axe, and is reachable by keys',
    (one) => checkPage(opened, one, frames),
  );
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
  await page.setViewportSize(wide);
  if (open) await page.context().clearCookies();
  await page.goto(path(stage));
  await settle(page);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.title()).toMatch(/\S/);
  // Axe fetches nothing, so the network falls silent meanwhile.
  expect(await findViolations(page, { colors: true })).toEqual([]);
  // The scripts of a page come before keys and windows of another size, which fetch more.
  await expectSmallScripts(page, name);
  await expectStill(page);
  await expectRoom(page);
  expect(await walk(page, 'forward', frames)).toEqual([]);
  await page.setViewportSize(narrow);
  await expectRoom(page);
  expect(await findUntranslated(page, name)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  expect(await walk(page, 'back', frames)).toEqual([]);
  expect(faults).toEqual([]);
}

/** Expects that nothing overflows to the side and no text is cut. */
async function expectRoom(page: Page): Promise<void> {
  // Parts that a script lays out follow a moment after a change of size.
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  expect(await findCutLongerTexts(page)).toEqual([]);
}
