import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Theme } from './person.ts';

/** The rules of axe-core that look at colours. All others judge both themes alike. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Lists what axe-core finds wrong on the current page: rule and place. Applies all its rules, or those given. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluates through the debugger, to which the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // The page is painted anew after a change of theme or size, and its observers of sizes have run.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(async (runOnly) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      // Only experimental rules read style sheets.
      preload: false,
      ...(runOnly && { runOnly }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, rules?.slice());
}

/** Lists the violations in both themes: of colours in the dark theme, of everything in the light one, which stays. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  // Before that, the document is empty. An open dialog takes the role of what it covers.
  await page.locator('main').first().waitFor();
  for (const theme of ['dark', 'light'] satisfies Theme[]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((shown) => document.documentElement.dataset['theme'] === shown, theme);
    found.push(
      ...(await findViolations(page, theme === 'dark' ? colourRules : undefined)).map(
        (violation) => `${theme}: ${violation}`,
      ),
    );
  }
  return found;
}
