import { expect, test } from 'vitest';
import { selectChangedTests } from './select-changed-tests.ts';

const tiers = {
  unit: ['apps/server/src/kernel/keys/create-key.test.ts'],
  integration: [
    'apps/server/src/work/runs/starting/run-start.test.ts',
    'apps/server/src/material/tables/queries.test.ts',
    'packages/database/src/migrate.test.ts',
  ],
  crash: ['apps/server/src/engine/lifecycle/orphans.test.ts', 'e2e/crash.e2e.test.ts'],
  browser: ['apps/web/e2e/plan.e2e.test.ts', 'apps/web/e2e/review.e2e.test.ts'],
};

test.each([
  [
    ['apps/server/src/work/runs/starting/start-run.ts'],
    ['apps/server/src/work/runs/starting/run-start.test.ts'],
  ],
  [['apps/server/src/engine/call/budget.ts'], []],
  [
    ['apps/server/src/engine/lifecycle/find-orphans.ts'],
    ['apps/server/src/engine/lifecycle/orphans.test.ts'],
  ],
  [['packages/database/schema.sql'], ['packages/database/src/migrate.test.ts']],
  [['apps/web/src/document/review/review-bar.tsx'], ['apps/web/e2e/review.e2e.test.ts']],
  [['e2e/crash.e2e.test.ts', 'README.md'], ['e2e/crash.e2e.test.ts']],
])('a change of %j runs %j and all unit tests', (changed, expected) => {
  expect(selectChangedTests(changed, tiers)).toEqual([...tiers.unit, ...expected]);
});
