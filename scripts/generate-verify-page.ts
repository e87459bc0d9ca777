import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { verifyPagePath, writeVerifyPage } from './dossier/write-verify-page.ts';

/** Writes the page that a dossier carries. Run it after a change of `packages/dossier`. */
const root = fileURLToPath(new URL('..', import.meta.url));
await writeFile(`${root}/${verifyPagePath}`, await writeVerifyPage());
console.log(`Wrote ${verifyPagePath}`);
