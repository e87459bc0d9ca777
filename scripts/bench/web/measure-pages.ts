import type { Browser } from 'playwright-core';
import { median } from '../median.ts';
import { openVisit, readMeasures, type Visitor } from './open-visit.ts';

/** The cost of opening a page with an empty browser cache. */
export interface PageFigures {
  name: string;
  /** Largest Contentful Paint, median. */
  lcpMs: number;
  slowestLcpMs: number;
  /** Size of the compressed script of the first load. */
  scriptBytes: number;
}

export interface MeasuredPage {
  name: string;
  path: string;
  visitor: Visitor;
  /** Text that is visible when the page is complete. */
  shows: string;
}

/** Opens a page several times, each in a separate browser profile. */
export async function measurePage(browser: Browser, page: MeasuredPage, rounds: number): Promise<PageFigures> {
  const visits: { lcpMs: number; scriptBytes: number }[] = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, page));
  const lcps = visits.map(({ lcpMs }) => lcpMs);
  return {
    name: page.name,
    lcpMs: median(lcps),
    slowestLcpMs: Math.max(...lcps),
    scriptBytes: Math.max(...visits.map(({ scriptBytes }) => scriptBytes)),
  };
}

async function visit(browser: Browser, { path, visitor, shows }: MeasuredPage) {
  await using visited = await openVisit(browser, visitor);
  const { page } = visited;
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { lcpMs, scriptBytes } = await readMeasures(page);
  if (lcpMs === 0) throw new Error(`The browser reported no largest contentful paint for ${path}`);
  return { lcpMs, scriptBytes };
}
