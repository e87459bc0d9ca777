import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeRowSecurity, removeTenantFilters } from '../../apps/platform/testing/hostile/tenant-walls.ts';
import { shareTestPlatform, type TestPlatform } from '../../apps/platform/testing/start-test-platform.ts';
import { prepareGround } from './prepare-ground.ts';
import { requireLoopback, runProbe, type Tally } from './run-probe.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
});
afterAll(() => platform.close());

/** Attacks the platform; `plant` runs after both tenants are made and before the first request. */
async function attack(wanted: { probes: number; malformed: number }, plant = async () => {}): Promise<Tally> {
  const ground = await prepareGround(platform);
  await plant();
  const { signal } = new AbortController();
  return runProbe(platform, ground, { ...wanted, seed: 20_260_101, from: 0, lanes: 8, signal, report: () => {} });
}
const problemsOf = ({ first }: Tally) => first.map(({ problem }) => problem).join('\n');

// ERR-8, TEN-1, TEN-2
test('finds nothing in the product', { timeout: 600_000 }, async () => {
  const tally = await attack({ probes: 300, malformed: 150 });
  expect(tally.first).toEqual([]);
  expect(tally.requests).toBeGreaterThan(450);
  expect(tally.byStatus.get('probe 404')).toBeGreaterThan(50);
  expect(tally.byStatus.get('probe 200')).toBeGreaterThan(50);
});

describe('a planted fault is found:', () => {
  test('a leak, in all walls between tenants', async () => {
    const restore: (() => unknown)[] = [];
    const removeWalls = async () => {
      restore.push(removeTenantFilters(platform).restore);
      restore.push((await removeRowSecurity(platform)).restore);
    };
    const tally = await attack({ probes: 300, malformed: 0 }, removeWalls).finally(async () => {
      for (const wall of restore) await wall();
    });
    expect(problemsOf(tally)).toContain('words of the other tenant: ');
    expect(problemsOf(tally)).toContain('unlike the answer for what never existed');
    expect(tally.first[0]?.repeat).toMatch(/^npm run probe -- --seed 20260101 --from \d+ --probes 1 --malformed 0$/);
  });

  test('a change of the other tenant’s rows', async () => {
    const change = async () => {
      await platform.asSuperuser(`update platform.reviews set notes = notes || '!'`);
    };
    const tally = await attack({ probes: 100, malformed: 0 }, change);
    expect(problemsOf(tally)).toContain('a row of the other tenant has changed or is gone: platform.reviews');
  });

  test('a 5xx', async () => {
    const { database } = platform.services;
    const fail = async () => {
      const batchTenant = () => Promise.reject(new Error('Planted'));
      platform.services.database = { ...database, batchTenant };
    };
    const tally = await attack({ probes: 100, malformed: 0 }, fail).finally(() => {
      platform.services.database = database;
    });
    expect(problemsOf(tally)).toContain('the status is 500');
  });
});

test.each(['http://example.com', 'http://10.0.0.1:3000', 'http://127.0.0.1.example.com', 'http://[fd00::1]'])(
  'refuses %s',
  (address) => {
    expect(() => requireLoopback(address)).toThrow('the probe attacks loopback addresses only');
  },
);
test.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])('accepts %s', (address) => {
  expect(() => requireLoopback(address)).not.toThrow();
});
