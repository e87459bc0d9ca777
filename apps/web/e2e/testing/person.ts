import type { BrowserContext, Page } from 'playwright-core';
import { getBrowser } from './browser.ts';

export type Theme = 'light' | 'dark';

export interface PersonOptions {
  baseUrl: string;
  theme?: Theme;
  /** The language and region of the browser; default en-US. */
  locale?: string;
  /** Size in CSS pixels; default 1280 × 800. */
  viewport?: { width: number; height: number };
  /** Whether the screen is a touch screen; default false. */
  hasTouch?: boolean;
  /**
   * Patterns of `faults` that a test causes on purpose. Responses have the form `STATUS METHOD
   * path`.
   */
  expected?: RegExp[];
}

/** A person with a separate browser profile, which collects everything that goes wrong. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught errors, refused loads and failed requests so far; must stay empty. */
  faults: string[];
  close(): Promise<void>;
}

/** A page in use reads the session, which may have ended meanwhile. */
const alwaysExpected = [/^401 GET \/api\/me$/];

/** Opens a fresh browser profile on the app. */
export async function openPerson(options: PersonOptions): Promise<Person> {
  const {
    baseUrl,
    theme = 'light',
    viewport = { width: 1280, height: 800 },
    expected = [],
  } = options;
  const { hasTouch = false, locale = 'en-US' } = options;
  const browser = await getBrowser();
  const context = await browser.newContext({
    baseURL: baseUrl,
    colorScheme: theme,
    viewport,
    hasTouch,
    locale,
    reducedMotion: 'reduce',
  });
  // This limit ends a test that hangs. It is wide, because machines differ.
  context.setDefaultTimeout(240_000);
  const faults: string[] = [];
  const patterns = [...alwaysExpected, ...expected];
  // Also collects the faults of further tabs.
  context.on('page', (opened) => collectFaults(opened, new URL(baseUrl).origin, faults, patterns));
  const page = await context.newPage();
  return { page, context, faults, close: () => context.close() };
}

function collectFaults(page: Page, own: string, faults: string[], expected: RegExp[]): void {
  const judge = (line: string) => {
    if (!expected.some((pattern) => pattern.test(line))) faults.push(line);
  };
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Failed responses are judged below by their status. Violations of the content security policy
    // are errors here.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      judge(message.text());
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    judge(
      `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`,
    );
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = origin === own || ['blob:', 'data:'].includes(protocol);
    if (!isOwn && page.url().startsWith(own)) judge(`request to another origin: ${request.url()}`);
  });
}
