import type { JSHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { everyPage, type PageOfApp } from './every-page.ts';
import { findViolations } from './find-violations.ts';
import { follow } from './follow.ts';
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
import { readFrame, visitStops, walkByTab } from './walk-by-tab.ts';

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
 * the English ones, because what holds for them holds for shorter ones. A page that is similar to
 * another follows the page before it in the same document.
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
    '$name: has a title and a heading, and fits a phone with texts that are 40 % longer; what is new on it loads at most 225 KB of script, holds still, passes axe, and is reachable by keys',
    async (pageOfApp) => {
      opened.faults.length = 0;
      await openPage(opened, pageOfApp);
      if (pageOfApp.similarTo === undefined) await checkByKeys(opened.page, pageOfApp, frames);
      else {
        expect(isChecked(pageOfApp.similarTo)).toBe(true);
        await narrowPage(opened.page, pageOfApp);
      }
      expect(opened.faults).toEqual([]);
    },
  );
}

/**
 * Chooses the part of a page that is checked: the frame around its content only on the first page
 * that has it in a window of this width.
 */
async function choosePart(page: Page, frames: Set<string>): Promise<'page' | 'content'> {
  const frame = `${page.viewportSize()?.width} ${await readFrame(page)}`;
  const isKnown = frames.has(frame);
  frames.add(frame);
  return isKnown ? 'content' : 'page';
}

/** Lists which elements the content of a page shows. */
const listShown = (page: Page): Promise<JSHandle<Set<Element>>> =>
  page.evaluateHandle(() => {
    const all = [...document.querySelectorAll('main *')];
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    return new Set(all.filter(isShown));
  });

/**
 * Returns whether the content shows nothing that it did not show before, and whether all that has
 * a name still shows the words of its name.
 */
async function hasNothingElse(page: Page, before: JSHandle<Set<Element>>): Promise<boolean> {
  const now = await listShown(page);
  return now.evaluate((newer, older) => {
    const nameOwners = 'a, button, label, legend, summary, th, h1, h2, h3, h4, [role], [id]';
    const owners = [...older.difference(newer)].map((element) => element.closest(nameOwners));
    const isWhole = owners.every((owner) => owner === null || !newer.has(owner));
    return isWhole && newer.isSubsetOf(older);
  }, before);
}

/** Whether there is a page of this name that is checked by keys. */
const isChecked = (pageName: string) =>
  everyPage.some(({ name, similarTo }) => name === pageName && similarTo === undefined);

/** Opens a page in a wide window, and checks what its first load shows. */
async function openPage({ stage, page }: OpenStage, pageOfApp: PageOfApp): Promise<void> {
  const { name, path, open, similarTo } = pageOfApp;
  await page.setViewportSize(wide);
  if (open) await page.context().clearCookies();
  if (similarTo === undefined) await page.goto(path(stage));
  else await follow(page, path(stage));
  await settle(page);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.title()).toMatch(/\S/);
  if (similarTo === undefined) {
    // The scripts of a page come before keys and windows of another size, which fetch more.
    await expectSmallScripts(page, name);
    await expectStill(page);
  }
  await expectRoom(page);
}

async function narrowPage(page: Page, { name }: PageOfApp): Promise<void> {
  await page.setViewportSize(narrow);
  await expectRoom(page);
  expect(await findUntranslated(page, name)).toEqual([]);
}

/** Checks a page for people without a pointer or without sight, in both widths. */
async function checkByKeys(page: Page, pageOfApp: PageOfApp, frames: Set<string>): Promise<void> {
  const part = await choosePart(page, frames);
  // The portal has colours of a firm, which stand in its frame.
  const colors = part === 'page';
  expect(await findViolations(page, { colors, part })).toEqual([]);
  expect(await walkByTab(page, 'forward', part)).toEqual([]);
  const wideElements = await listShown(page);
  await narrowPage(page, pageOfApp);
  const narrowPart = await choosePart(page, frames);
  if (narrowPart === 'content' && (await hasNothingElse(page, wideElements))) {
    // All but the places is known from the wide window.
    expect(await visitStops(page)).toEqual([]);
  } else {
    expect(await findViolations(page, { part: narrowPart })).toEqual([]);
    expect(await walkByTab(page, 'back', narrowPart)).toEqual([]);
  }
}

/** Expects that nothing overflows to the side and no text is cut. */
async function expectRoom(page: Page): Promise<void> {
  // Parts that a script lays out follow a moment after a change of size.
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  expect(await findCutLongerTexts(page)).toEqual([]);
}
