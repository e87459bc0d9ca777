import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { readTiers } from './scripts/tests/choose-tier.ts';
import FileOrder from './scripts/tests/file-order.ts';
import { chooseTemporaryDir } from './scripts/tests/place-temporary-files.ts';

// Workers and all that they start inherit both.
process.env['TMPDIR'] = chooseTemporaryDir();
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
);

// Children of the sandbox start from bundles, which must be of the code under test.
execFileSync(process.execPath, [
  fileURLToPath(new URL('scripts/build/bundle-programs.ts', import.meta.url)),
]);

const tiers = readTiers();
const servers = 'scripts/tests/build-servers.ts';
const testPostgres = [servers, 'packages/testing/src/postgres/global-setup.ts'];
/**
 * Collects garbage without further threads: where all processors are busy, they would wait for each
 * other, which takes a seventh of the processor time.
 */
const collectAlone = '--single-threaded-gc';
// For the threads of the unit tests, which take no options of V8.
setFlagsFromString(collectAlone);
/**
 * Most memory of a test lives for a moment. A larger space for it saves a twentieth of the
 * processor time.
 */
const execArgv = ['--max-semi-space-size=64', collectAlone];
/**
 * Node imports the modules itself, as in the product, which takes a seventh less of the processor
 * time. It knows no JSX.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };
/**
 * All projects but the unit tests share these workers. A project begins while the last files of the
 * one before it still run.
 */
const workers = 4;
const preparedDataDir = 'packages/testing/src/postgres/prepared-data-dir.ts';

export default defineConfig({
  test: {
    reporters: ['default', './scripts/summary-reporter.ts'],
    // These limits end a test that hangs. They are wide, because machines differ.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 90_000,
    expect: { poll: { timeout: 240_000 } },
    sequence: { sequencer: FileOrder },
    setupFiles: ['scripts/tests/random-cases.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: tiers.unit,
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'crash',
          include: tiers.crash,
          globalSetup: [...testPostgres, preparedDataDir],
          pool: 'forks',
          execArgv,
          experimental,
          isolate: false,
          // They start and kill servers of their own and wait for them, but many at once would time
          // out.
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: tiers.integration,
          globalSetup: testPostgres,
          pool: 'forks',
          execArgv,
          experimental,
          isolate: false,
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: tiers.browser,
          globalSetup: [servers, 'apps/web/e2e/testing/product/shared-product.ts'],
          setupFiles: ['apps/web/e2e/testing/product/await-product.ts'],
          pool: 'forks',
          execArgv,
          experimental,
          isolate: false,
          // Each look at a page costs the browser a hundredth of a second.
          expect: { poll: { timeout: 240_000, interval: 200 } },
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
