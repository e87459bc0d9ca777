import type { Locator } from 'playwright-core';

/**
 * Narrows a control to the time in which it can be used. Playwright waits for that before a click,
 * but neither before a key nor before the focus: a key on a disabled button is lost.
 */
export const usable = (control: Locator): Locator =>
  control.and(control.page().locator(':not(:disabled, [aria-disabled=true])'));

/** Presses a key on a control as soon as it can be used. */
export const press = (control: Locator, key: string): Promise<void> => usable(control).press(key);
