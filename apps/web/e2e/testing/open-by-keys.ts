import type { Locator, Page } from 'playwright-core';
import { press } from './press.ts';

/** The names of what opens an overlay: a button, and perhaps an item of its menu. */
export interface Opening {
  button: string | RegExp;
  item?: string | RegExp;
}

const holdsFocus = (place: Locator) =>
  place.evaluate((element) => element.contains(document.activeElement));

/** Waits until the focus is on or in an element. */
export async function awaitFocus(place: Locator): Promise<void> {
  const focused = place.page().locator(':focus');
  await place.and(focused).or(place.locator(':focus')).first().waitFor();
}

/** Opens an overlay by keys alone, and checks that it has the focus. */
export async function openByKeys(page: Page, { button, item }: Opening): Promise<Locator> {
  await press(page.getByRole('button', { name: button }), 'Enter');
  const menu = page.getByRole('menu');
  if (item !== undefined)
    await chooseByKeys(page, menu, page.getByRole('menuitem', { name: item }));
  const dialog = page.getByRole('dialog');
  const overlay = item === undefined ? menu.or(dialog) : dialog;
  await awaitFocus(overlay);
  return overlay;
}

/** Closes an overlay by Escape, and checks that the focus returns to its button. */
export async function closeByKeys(
  page: Page,
  overlay: Locator,
  { button }: Opening,
): Promise<void> {
  await page.keyboard.press('Escape');
  await overlay.waitFor({ state: 'detached' });
  await awaitFocus(page.getByRole('button', { name: button }));
}

async function chooseByKeys(page: Page, menu: Locator, item: Locator): Promise<void> {
  await awaitFocus(menu);
  // Goes once through the menu, from whichever item has the focus first.
  for (
    let left = await menu.getByRole('menuitem').count();
    left > 0 && !(await holdsFocus(item));
    left -= 1
  ) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((element) => document.activeElement !== element, before);
  }
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
}
