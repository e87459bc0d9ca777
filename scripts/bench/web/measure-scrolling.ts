import { pollUntil } from '@ecp/testing/poll-until';
import type { Browser, Page } from 'playwright-core';
import { openVisit, type Visitor } from './open-visit.ts';

/** How smoothly the list of all engagements scrolls. */
export interface ScrollFigures {
  rows: number;
  framesPerSecond: number;
  /** The frame that took longest. */
  longestFrameMs: number;
  /** Rows that are in the page at a time. */
  renderedRows: number;
}

const list = '[data-scroll-restoration-id="Engagements"]';
/** Eight rows a frame: as fast as anybody throws a list. */
const stepPx = 416;
const frames = 600;
const loadLimitMs = 300_000;

/** Loads every page of the list by scrolling to its end, then scrolls through all of it. */
export async function measureScrolling(browser: Browser, visitor: Visitor): Promise<ScrollFigures> {
  await using visit = await openVisit(browser, visitor);
  const { page } = visit;
  await page.goto('/engagements');
  await page.locator(`${list} li`).first().waitFor();
  await pollUntil(() => reachEnd(page), Boolean, loadLimitMs);
  const rows = Number(await page.locator(`${list} li`).first().getAttribute('aria-setsize'));
  const times = await page.evaluate<number[]>(`measures.scroll(${JSON.stringify(list)}, ${stepPx}, ${frames})`);
  const gaps = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? 0));
  return {
    rows,
    framesPerSecond: (1_000 * gaps.length) / gaps.reduce((sum, gapMs) => sum + gapMs, 0),
    longestFrameMs: Math.max(...gaps),
    renderedRows: await page.locator(`${list} li`).count(),
  };
}

/** Goes to the last row that is there; true when no more are to come. */
function reachEnd(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const scroller = document.querySelector(${JSON.stringify(list)});
    scroller.scrollTop = scroller.scrollHeight;
    return scroller.querySelector('li')?.getAttribute('aria-setsize') !== '-1';
  })()`);
}
