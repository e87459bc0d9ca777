import type { Browser, BrowserContext, Page } from 'playwright-core';
import { getBrowser } from './browser.ts';

/** What a browser profile has from its first moment to its last. */
export interface ProfileKind {
  baseUrl: string;
  locale: string;
  hasTouch: boolean;
}

/** A browser profile with one tab, in which one person works at a time. */
export interface Profile {
  kind: ProfileKind;
  context: BrowserContext;
  page: Page;
}

/** More clean profiles than the people of most tests. */
const mostCleanProfiles = 6;
/** Clean profiles, the one that was used last at the end. */
const cleanProfiles: Profile[] = [];
const markedContexts = new WeakSet<BrowserContext>();

/**
 * Takes a profile in which nobody has been, or nobody has left a trace. A tab that is used again
 * keeps the scripts of the app compiled, which saves half of the processor time of its first page.
 */
export async function takeProfile(kind: ProfileKind): Promise<Profile> {
  const at = cleanProfiles.findLastIndex((profile) => isSameKind(profile.kind, kind));
  return (
    cleanProfiles.splice(at, at < 0 ? 0 : 1)[0] ?? (await openProfile(await getBrowser(), kind))
  );
}

/**
 * Lets nobody else use the profile of a page: what changes now, such as its clock, outlasts every
 * cleaning.
 */
export function keepFromOthers(page: Page): void {
  markedContexts.add(page.context());
}

/** Takes a profile back. It is cleaned for the next person, or closed. */
export async function returnProfile(profile: Profile): Promise<void> {
  if (markedContexts.has(profile.context) || !(await cleanProfile(profile))) {
    await profile.context.close();
    return;
  }
  cleanProfiles.push(profile);
  const surplus = cleanProfiles.splice(0, Math.max(0, cleanProfiles.length - mostCleanProfiles));
  await Promise.all(surplus.map(({ context }) => context.close()));
}

const isSameKind = (kind: ProfileKind, wantedKind: ProfileKind): boolean =>
  kind.baseUrl === wantedKind.baseUrl &&
  kind.locale === wantedKind.locale &&
  kind.hasTouch === wantedKind.hasTouch;

async function openProfile(browser: Browser, kind: ProfileKind): Promise<Profile> {
  const { baseUrl, locale, hasTouch } = kind;
  const context = await browser.newContext({ baseURL: baseUrl, locale, hasTouch });
  // This limit ends a test that hangs. It is wide, because machines differ.
  context.setDefaultTimeout(240_000);
  return { kind, context, page: await context.newPage() };
}

/** Removes all that a person has left. Returns false if that is not certain. */
async function cleanProfile({ context, page }: Profile): Promise<boolean> {
  try {
    context.removeAllListeners('page');
    const furtherTabs = context.pages().filter((tab) => tab !== page);
    await Promise.all(furtherTabs.map((tab) => tab.close()));
    for (const event of ['console', 'dialog', 'download', 'filechooser'] as const)
      page.removeAllListeners(event);
    for (const event of ['pageerror', 'request', 'requestfailed', 'response'] as const)
      page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    // Outside of the app, which cannot write any more.
    await page.goto('/favicon.svg');
    await page.mouse.move(-1, -1);
    await context.clearCookies();
    return await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
      return sessionStorage.length + localStorage.length === 0;
    });
  } catch {
    return false;
  }
}
