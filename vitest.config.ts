import { defineConfig } from 'vitest/config';

/** They hold many sessions of Postgres on purpose and kill what holds them: they run one by one, after all others. */
const alone = ['apps/engine/src/lifecycle/recover/kill-*.test.ts'];

/** They look at a real browser's screen, where a busy machine would look like a slow product. */
const browser = ['apps/web/e2e/*.e2e.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['packages/testing/src/global-setup.ts'],
    reporters: ['default', './scripts/summary-reporter.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{apps,packages,scripts,e2e}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...alone, ...browser],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          globalSetup: ['apps/web/e2e/testing/shared-product.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
