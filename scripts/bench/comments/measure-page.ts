import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { median } from '../median.ts';
import { openVisit, readMeasures, type Visitor } from '../web/open-visit.ts';

/** Milliseconds from the start of the page's load, and of interactions from a key to the next frame. */
export interface CommentFigures {
  largestPaintMs: number;
  /** When the threads stand beside the text, the median and the slowest of the rounds. */
  threadsMs: number;
  slowestThreadsMs: number;
  renderedThreads: number;
  typing: KeyFigures;
  stepping: KeyFigures;
}

/** Durations of key presses by the Event Timing API, which reports none that is over within a frame of 16 ms. */
interface KeyFigures {
  keys: number;
  reported: number;
  slowestMs: number | null;
}

const observer = fileURLToPath(new URL('thread-observer.js', import.meta.url));
const words = 'The board has asked for this figure before';
const steps = 10;

/** Opens a document with many comments, writes one, and steps through them by key. */
export async function measureCommentPage(
  browser: Browser,
  visitor: Visitor,
  { path, rounds }: { path: string; rounds: number },
): Promise<CommentFigures> {
  const opened: { paintMs: number; threadsMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using visit = await openVisit(browser, visitor);
    opened.push(await openDocument(visit.page, path));
  }
  await using visit = await openVisit(browser, visitor);
  const { page } = visit;
  await openDocument(page, path);
  const renderedThreads = await page.locator('[data-comment]').count();
  const stepping = await measureKeys(page, async () => {
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('.', { delay: 60 });
    return steps;
  });
  await page.evaluate('selectWords()');
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Comment', exact: true }).waitFor();
  const typing = await measureKeys(page, async () => {
    await page.keyboard.type(words, { delay: 60 });
    return words.length;
  });
  const threads = opened.map(({ threadsMs }) => threadsMs);
  return {
    largestPaintMs: median(opened.map(({ paintMs }) => paintMs)),
    threadsMs: median(threads),
    slowestThreadsMs: Math.max(...threads),
    renderedThreads,
    typing,
    stepping,
  };
}

async function openDocument(page: Page, path: string): Promise<{ paintMs: number; threadsMs: number }> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript({ path: observer });
  await page.goto(path);
  const threadsMs = await page.evaluate<number>('threadsShown');
  await page.waitForLoadState('networkidle');
  return { paintMs: (await readMeasures(page)).lcpMs, threadsMs };
}

async function measureKeys(page: Page, act: () => Promise<number>): Promise<KeyFigures> {
  await page.evaluate('measures.interactions.length = 0');
  const keys = await act();
  await page.waitForLoadState('networkidle');
  const { interactions } = await readMeasures(page);
  return {
    keys,
    reported: interactions.length,
    slowestMs: interactions.length === 0 ? null : Math.max(...interactions),
  };
}
