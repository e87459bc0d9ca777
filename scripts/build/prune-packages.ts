/**
 * Deletes from node_modules all that the named packages do not need, for the image of a bundled
 * server, which imports only packages that its bundle leaves out:
 *   node scripts/build/prune-packages.ts pg
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNeededPackages, type LockFile } from './find-needed-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile;
const needed = findNeededPackages(lock, process.argv.slice(2));
const others = Object.keys(lock.packages).filter(
  (folder) => folder.startsWith('node_modules/') && !needed.has(folder),
);
for (const folder of others) await rm(join(root, folder), { recursive: true, force: true });
console.log(`Kept ${needed.size} packages`);
