import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderSdk } from './sdk/render-sdk.ts';

/**
 * Writes the files of the SDK that follow from the contract. Run it after adding, renaming or
 * moving an endpoint.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
for (const [path, text] of Object.entries(await renderSdk(root))) {
  await writeFile(`${root}/${path}`, text);
  console.log(`Wrote ${path}`);
}
