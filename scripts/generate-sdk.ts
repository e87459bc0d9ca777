import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderSdk } from './sdk/render-sdk.ts';

/** Writes what the SDK has from the contract; to be run whenever an endpoint was added, renamed or moved. */
const root = fileURLToPath(new URL('..', import.meta.url));
for (const [path, text] of Object.entries(await renderSdk(root))) {
  await writeFile(`${root}/${path}`, text);
  console.log(`Wrote ${path}`);
}
