import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * Tests hold a run at a step by triggers inside Postgres, give tables to an owner of an earlier release, and seed work
 * that has not ended. Benchmarks measure DBOS alone.
 */
const exempt = [
  'apps/engine/testing/step-boundaries.ts',
  'ops/bench/durable/bare-steps.ts',
  'ops/bench/durable/call-steps.ts',
  'ops/chaos/check-leftovers.test.ts',
  'packages/database/src/login-role.test.ts',
];

test('nothing outside this package imports DBOS or names its tables', async () => {
  const files = glob('{apps,packages,scripts,ops,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.startsWith('packages/durable-work/'),
  });
  const offenders: string[] = [];
  for await (const path of files) {
    const source = await readFile(`${root}/${path}`, 'utf8');
    if (/from '@dbos-inc\/|\bdbos_\w+\.\w|\bworkflow_(status|uuid)\b/.test(source)) offenders.push(path);
  }
  expect(offenders.sort()).toEqual(exempt);
});
