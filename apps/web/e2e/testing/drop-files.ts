import type { Page } from 'playwright-core';

/** Drags files over the page and drops them, as from a file manager. */
export async function dropFiles(
  page: Page,
  files: { name: string; text: string }[],
  whileHeld: () => Promise<void>,
) {
  const dataTransfer = await page.evaluateHandle((given) => {
    const held = new DataTransfer();
    for (const { name, text } of given) held.items.add(new File([text], name));
    return held;
  }, files);
  await page.dispatchEvent('main', 'dragover', { dataTransfer });
  await whileHeld();
  await page.dispatchEvent('main', 'drop', { dataTransfer });
}
