import type { BrowserContext, Page } from 'playwright-core';

/** Half of the limit for “good” (web.dev, Cumulative Layout Shift). */
export const largestShift = 0.05;

/** A frame in which visible elements moved without a click or key press just before. */
interface LayoutShift {
  /** The affected share of the screen times the distance, as a share of the screen; 0 to 1. */
  value: number;
  /** Milliseconds since the page began to load. */
  atMs: number;
  /** The elements that moved, and from which height to which. */
  moved: string[];
}

/** A part of the Layout Instability API that TypeScript does not declare. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    /** Returns the layout shifts of the page so far. */
    listLayoutShifts?: () => LayoutShift[];
  }
}

/** Records the layout shifts of every page that the context opens from now on. */
export async function recordLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    const describe = ({ node, previousRect, currentRect }: LayoutShiftEntry['sources'][number]) =>
      `${node?.nodeName} “${node?.textContent?.slice(0, 40)}” from ${previousRect.y} to ${currentRect.y}`;
    const take = (entries: PerformanceEntryList) => {
      for (const { value, startTime, hadRecentInput, sources } of entries as LayoutShiftEntry[]) {
        if (!hadRecentInput)
          shifts.push({ value, atMs: Math.round(startTime), moved: sources.map(describe) });
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.listLayoutShifts = () => {
      take(observer.takeRecords());
      return shifts;
    };
  });
}

/** Returns the layout shifts of a page in such a context since it began to load. */
export async function readLayoutShifts(page: Page): Promise<LayoutShift[]> {
  const shifts = await page.evaluate(() => window.listLayoutShifts?.());
  if (!shifts) throw new Error('The layout shifts of this page are not recorded');
  return shifts;
}
