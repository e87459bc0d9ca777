import type { Locator } from 'playwright-core';

/** Opens a select and chooses the option with exactly these words, or the one that matches. */
export async function chooseOption(select: Locator, name: string | RegExp): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name, exact: true }).click();
}
