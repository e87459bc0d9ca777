import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    reporters: ['default', './scripts/summary-reporter.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
