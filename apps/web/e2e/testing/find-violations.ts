import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { awaitDrawing } from './settle.ts';

/** The short form of axe-core. Each page that is loaded reads it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The part of a page that axe-core checks. `page` is all of it, and `content` its main part. `top`
 * is the open dialogs, or the main part where none is open.
 */
type Part = 'page' | 'content' | 'top';

/**
 * Lists what axe-core finds wrong on the current page: rule and place.
 * @param colors whether contrast is checked, which takes half of the time. A unit test compares
 * every colour of a text with every ground, in both themes (color-tokens.test.ts). So once is
 * enough for each frame around pages, and for what has colours of a firm.
 * @param part the checked part. The default is `page` with colours and `top` without them, because
 * describe-pages.ts checks every page as it opens.
 */
export async function findViolations(
  page: Page,
  { colors = false, part = colors ? 'page' : 'top' }: { colors?: boolean; part?: Part } = {},
): Promise<string[]> {
  // Before that, the document is empty. An open dialog takes the role of what it covers.
  await page.locator('main').first().waitFor();
  // Evaluates through the debugger, to which the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // The page is painted anew after a change of size, and its observers of sizes have run.
  await awaitDrawing(page);
  return page.evaluate(
    async ({ enabled, place }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const list = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      const windows = place === 'top' ? list('[role=dialog], [role=alertdialog]') : [];
      const content = windows.length > 0 ? windows : list('main');
      const { violations } = await run(place === 'page' ? document : { include: content }, {
        resultTypes: ['violations'],
        rules: { 'color-contrast': { enabled } },
        // Only experimental rules read style sheets.
        preload: false,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
        ),
      );
    },
    { enabled: colors, place: part },
  );
}
