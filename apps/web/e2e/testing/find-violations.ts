import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Theme } from './person.ts';

/** Lists what axe-core finds wrong on the current page: rule and place. */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluates through the debugger, to which the page's content security policy does not apply.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  });
}

/** Lists the violations in both themes. Leaves the page in the light theme. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] satisfies Theme[]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((shown) => document.documentElement.dataset['theme'] === shown, theme);
    // Waits until the page is painted in the new colours.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    found.push(...(await findViolations(page)).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}
