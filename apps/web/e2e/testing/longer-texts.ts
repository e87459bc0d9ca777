import type { Page } from 'playwright-core';
import { marks, pseudoCatalogues } from '../../catalogues/pseudo-language.ts';
import { messagesByPart, readApp } from '../../catalogues/read-app.ts';
import { findCutTexts, findUnmarkedTexts } from './find-cut-texts.ts';

/** The language in whose place a browser gets the longer texts. */
export const longerLanguage = 'de-DE';

/** Pages all of whose words are in catalogues. */
const translated = [
  'sign-in',
  'sign-in-link',
  'sign-up',
  'forgot-password',
  'reset-password',
  'goodbye',
  'unsubscribe',
];
/** Messages of several words. On a page in another language none of them is shown. */
const english = new Set(
  [...messagesByPart(readApp()).values()]
    .flatMap((part) => [...part.values()])
    .map(({ text }) => text)
    .filter((text) => text.includes(' ')),
);
/** Pages in the language of the engagement, which is English here. */
const ofClients = ['portal', 'portal-document'];
/** Names that no language translates. */
const names = ['Engagements'];

/**
 * Answers a page with texts that are 40 % longer in place of the German ones. It asks the debugger
 * for these requests alone: a route of Playwright would switch off the cache for all scripts.
 */
export async function lengthenTexts(page: Page): Promise<void> {
  const catalogues = pseudoCatalogues();
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const part = /catalogue-de-(.+)-[\w-]{8}\.js/.exec(request.url)?.[1] ?? '';
    const body = catalogues.get(part) ?? 'export default {};';
    const answer = session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [
        { name: 'content-type', value: 'text/javascript' },
        { name: 'cache-control', value: 'max-age=3600' },
      ],
      body: Buffer.from(body).toString('base64'),
    });
    await answer.catch((error: unknown) => {
      // A page that is left has given its requests up.
      if (!String(error).includes('Invalid InterceptionId')) throw error;
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/catalogue-de-*' }] });
}

/** Finds longer texts of which a part is hidden. */
export const findCutLongerTexts = (page: Page): Promise<string[]> =>
  findCutTexts(page, marks.start);

/** Lists texts of the page named `name` that have no translation. */
export async function findUntranslated(page: Page, name: string): Promise<string[]> {
  if (ofClients.includes(name)) return [];
  const unmarked = await findUnmarkedTexts(page, marks.start);
  const isComplete = translated.includes(name);
  return unmarked.filter((text) => (isComplete ? !names.includes(text) : english.has(text)));
}
