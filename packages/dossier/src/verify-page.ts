import { readFile } from 'node:fs/promises';

/**
 * The page that checks a dossier in a browser. `scripts/generate-verify-page.ts` writes it from
 * this package.
 */
export const verifyPage: Uint8Array = await readFile(
  new URL('./generated/verify-page.html', import.meta.url),
);
