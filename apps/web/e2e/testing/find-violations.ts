import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { awaitDrawing } from './settle.ts';

/** The short form of axe-core. Each page that is loaded reads it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lists what axe-core finds wrong on the current page: rule and place.
 * @param colors whether contrast is checked, which takes half of the time. A unit test compares
 * every colour of a text with every ground, in both themes (color-tokens.test.ts). So once is
 * enough for each frame around pages, and for what has colours of a firm.
 * @param part whether the whole page is checked or its content alone, where the frame is known
 */
export async function findViolations(
  page: Page,
  { colors = false, part = 'page' }: { colors?: boolean; part?: 'page' | 'content' } = {},
): Promise<string[]> {
  // Before that, the document is empty. An open dialog takes the role of what it covers.
  await page.locator('main').first().waitFor();
  // Evaluates through the debugger, to which the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // The page is painted anew after a change of size, and its observers of sizes have run.
  await awaitDrawing(page);
  return page.evaluate(
    async ({ enabled, whole }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run(whole ? document : 'main', {
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
    { enabled: colors, whole: part === 'page' },
  );
}
