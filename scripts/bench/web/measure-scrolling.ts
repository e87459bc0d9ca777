import { pollUntil } from '@ecp/testing/poll-until';
import type { Browser, Page } from 'playwright-core';
import { openVisit, type Visitor } from './open-visit.ts';

/** How smoothly the list of all engagements scrolls. */
export interface ScrollFigures {
  rows: number;
  framesPerSecond: number;
  /** Duration of the longest frame. */
  longestFrameMs: number;
  /** Number of rows in the DOM at a time. */
  renderedRows: number;
}

const list = '[data-scroll-restoration-id="Engagements"]';
/** Eight rows per frame, which is as fast as people scroll. */
const stepPx = 288;
const frames = 600;
const loadLimitMs = 300_000;

/** Loads every page of the list by scrolling to its end, then scrolls through the whole list. */
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

/** Scrolls to the last loaded row. Returns true when there are no more rows to load. */
function reachEnd(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const scroller = document.querySelector(${JSON.stringify(list)});
    scroller.scrollTop = scroller.scrollHeight;
    return scroller.querySelector('li')?.getAttribute('aria-setsize') !== '-1';
  })()`);
}
