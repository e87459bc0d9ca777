import { inject } from 'vitest';
import { hasBrowser } from '../browser.ts';

/**
 * Waits for the product that all browser tests share, before the tests of each file. The first file
 * starts it.
 */
if (hasBrowser()) {
  const answer = await fetch(inject('webStarter'));
  if (!answer.ok) throw new Error(await answer.text());
}
