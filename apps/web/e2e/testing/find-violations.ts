import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Theme } from './person.ts';

/** What axe-core finds wrong on the page as it stands: rule, and where. */
export async function findViolations(page: Page): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not concern.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  });
}

/** The same in both themes; leaves the page in the light one. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] satisfies Theme[]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((shown) => document.documentElement.dataset['theme'] === shown, theme);
    // Painted in the new colours, too.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    found.push(...(await findViolations(page)).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}
