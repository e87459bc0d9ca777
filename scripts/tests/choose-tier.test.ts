import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { chooseTier, readTiers } from './choose-tier.ts';

const folder = mkdtempSync(join(tmpdir(), 'tiers-'));
const product = relative(
  folder,
  fileURLToPath(new URL('../../e2e/testing/product.ts', import.meta.url)),
);
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;
/** Writes a file to a path that has never been read. */
function write(text: string): string {
  written += 1;
  const path = join(folder, `file-${written}.ts`);
  writeFileSync(path, text);
  return path;
}

test.each([
  ['unit', `import { test } from 'vitest';`],
  ['unit', `import type { ChildProcess } from 'node:child_process';`],
  ['unit', `// import { spawn } from 'node:child_process';`],
  ['integration', `import { spawn } from 'node:child_process';`],
  ['integration', `const { spawn } = await import${'('}'node:child_process');`],
  ['integration', `import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';`],
  ['crash', `import {\n  startProduct,\n} from '${product}';`],
  ['browser', `import { startProduct } from '${product}';\nimport 'playwright-core';`],
] as const)('a test file is of the tier %s when it holds %j', (tier, text) => {
  const file = write(text);
  expect(chooseTier(file)).toBe(tier);
  expect(chooseTier(write(`export * from './${basename(file)}';`))).toBe(tier);
});

test('every test file of the repository belongs to exactly one tier', () => {
  const tiers = readTiers();
  const files = Object.values(tiers).flat();
  expect(new Set(files).size).toBe(files.length);
  expect(tiers.unit).toContain('scripts/tests/choose-tier.test.ts');
  for (const tier of Object.values(tiers)) expect(tier.length).toBeGreaterThan(10);
});
