import type { Locator } from 'playwright-core';

/** Opens a select and chooses the option with these words. */
export async function chooseOption(select: Locator, name: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name, exact: true }).click();
}
