import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findImported } from './read-imports.ts';

/** The kinds of tests. docs/testing.md describes their purposes. */
export type Tier = 'unit' | 'integration' | 'crash' | 'browser';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Files that start a separate server process: an engine, the whole product, an embedded Postgres.
 */
const serverStarters = [
  'apps/server/testing/engine/engine-process.ts',
  'e2e/testing/product.ts',
  'packages/database/src/embedded/testing/data-dir.ts',
  'ops/chaos/system.ts',
].map((path) => join(root, path));
const freshDatabase = join(root, 'packages/testing/src/postgres/fresh-database.ts');

/** Derives the tier of a test file from its direct and indirect imports. */
export function chooseTier(file: string): Tier {
  const imported = findImported(file);
  if (imported.has('playwright-core')) return 'browser';
  if (serverStarters.some((starter) => imported.has(starter))) return 'crash';
  const starts = imported.has(freshDatabase) || imported.has('node:child_process');
  return starts ? 'integration' : 'unit';
}

/**
 * Returns all test files of the repository by tier, as paths from its root.
 * @throws Error when a file that determines the tiers has moved.
 */
export function readTiers(): Record<Tier, string[]> {
  const missing = [...serverStarters, freshDatabase].filter((starter) => !existsSync(starter));
  if (missing.length > 0)
    throw new Error(
      `scripts/tests/choose-tier.ts names files that do not exist: ${missing.join()}`,
    );
  const tiers: Record<Tier, string[]> = { unit: [], integration: [], crash: [], browser: [] };
  const exclude = (path: string) => path.endsWith('node_modules');
  const files = globSync('{apps,packages,scripts,ops,e2e}/**/*.test.ts', { cwd: root, exclude });
  for (const file of files.sort()) tiers[chooseTier(join(root, file))].push(file);
  return tiers;
}
