import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

const observer = fileURLToPath(new URL('page-observer.js', import.meta.url));

/** A person who opens a page. Without cookies, the person is not signed in. */
export interface Visitor {
  baseUrl: string;
  cookies: { name: string; value: string }[];
}

/** Opens a fresh browser profile whose pages record their own measurements. */
export async function openVisit(browser: Browser, { baseUrl, cookies }: Visitor) {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 800 } });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseUrl })));
  await context.addInitScript({ path: observer });
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

export interface Measures {
  lcpMs: number;
  /** Durations of interactions that took longer than a frame. */
  interactions: number[];
  scriptBytes: number;
}

/** Reads what the observer in the page has recorded so far. */
export function readMeasures(page: Page): Promise<Measures> {
  return page.evaluate<Measures>('({ ...measures, scroll: undefined, scriptBytes: measures.scriptBytes() })');
}
