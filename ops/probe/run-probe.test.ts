import type { Database } from '@ecp/database/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  removeRowSecurity,
  removeTenantFilters,
} from '../../apps/server/testing/hostile/tenant-walls.ts';
import {
  shareTestPlatform,
  type TestPlatform,
} from '../../apps/server/testing/start-test-platform.ts';
import { type Ground, prepareGround } from './prepare-ground.ts';
import { runProbe, type Tally } from './run-probe.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
});
afterAll(() => platform.close());

interface Attack {
  probes: number;
  malformed?: number;
  /** Runs before the first request. */
  plant?: () => Promise<void>;
  /** Problems with which the attack ends once all are found. */
  until?: RegExp[];
}

/** Attacks the platform on a ground that earlier attacks may have used. */
async function attack(
  ground: Ground,
  { probes, malformed = 0, plant, until = [] }: Attack,
): Promise<Tally> {
  await plant?.();
  const end = new AbortController();
  const missing = new Set(until);
  const report = (line: string) => {
    for (const problem of missing) if (problem.test(line)) missing.delete(problem);
    if (until.length > 0 && missing.size === 0) end.abort();
  };
  const tally = await runProbe(platform, ground, {
    probes,
    malformed,
    report,
    seed: 20_260_101,
    from: 0,
    lanes: 8,
    signal: end.signal,
  });
  expect([...missing], tally.first.map(({ problem }) => problem).join('\n')).toEqual([]);
  return tally;
}

// Later tests use what the attacks of earlier ones have left. Those that may change most come last.
describe('tenant against tenant', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await prepareGround(platform);
  });

  // ERR-8, TEN-1, TEN-2
  test('finds nothing in the product', async () => {
    const tally = await attack(ground, { probes: 300, malformed: 150 });
    expect(tally.first).toEqual([]);
    expect(tally.requests).toBeGreaterThan(450);
    expect(tally.byStatus.get('probe 404')).toBeGreaterThan(50);
    expect(tally.byStatus.get('probe 200')).toBeGreaterThan(50);
  });

  test('finds a planted 5xx', async () => {
    const { database } = platform.services;
    const plant = async () => {
      const batchTenant = () => Promise.reject(new Error('Planted'));
      const failing: Database = { ...database, seenBy: () => failing, batchTenant };
      platform.services.database = failing;
    };
    await attack(ground, { probes: 100, plant, until: [/the status is 500/] }).finally(() => {
      platform.services.database = database;
    });
  });

  test('finds a planted change of the other tenant’s rows', async () => {
    const plant = async () => {
      await platform.asSuperuser(`update platform.reviews set notes = notes || '!'`);
    };
    const changed = /a row of the other tenant has changed or is gone: platform\.reviews/;
    await attack(ground, { probes: 1, plant, until: [changed] });
  });

  test('finds a planted leak, in all walls between tenants', async () => {
    const restore: (() => unknown)[] = [];
    const plant = async () => {
      restore.push(removeTenantFilters(platform).restore);
      restore.push((await removeRowSecurity(platform)).restore);
    };
    const until = [/words of the other tenant: /, /unlike the answer for what never existed/];
    const tally = await attack(ground, { probes: 300, plant, until }).finally(async () => {
      for (const wall of restore) await wall();
    });
    expect(tally.first[0]?.repeat).toMatch(
      /^npm run probe -- --seed 20260101 --from \d+ --probes 1 --malformed 0$/,
    );
  });
});
