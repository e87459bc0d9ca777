import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeRowSecurity, removeTenantFilters } from '../../apps/platform/testing/hostile/tenant-walls.ts';
import { shareTestPlatform, type TestPlatform } from '../../apps/platform/testing/start-test-platform.ts';
import { prepareGround } from './prepare-ground.ts';
import { prepareWalls } from './prepare-walls.ts';
import { requireLoopback, runProbe, type Tally } from './run-probe.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
});
afterAll(() => platform.close());

/** Attacks the platform; `plant` runs after the ground is made and before the first request. */
async function attack(
  wanted: { probes: number; malformed: number },
  plant = async () => {},
  prepare: typeof prepareGround | typeof prepareWalls = prepareGround,
): Promise<Tally> {
  const ground = await prepare(platform);
  await plant();
  const { signal } = new AbortController();
  const options = Array.isArray(ground) ? ' --walls' : '';
  return runProbe(platform, ground, {
    ...wanted,
    options,
    seed: 20_260_101,
    from: 0,
    lanes: 8,
    signal,
    report: () => {},
  });
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
      const failing: Database = { ...database, seenBy: () => failing, batchTenant };
      platform.services.database = failing;
    };
    const tally = await attack({ probes: 100, malformed: 0 }, fail).finally(() => {
      platform.services.database = database;
    });
    expect(problemsOf(tally)).toContain('the status is 500');
  });
});

describe('wall against wall in one tenant', () => {
  const across = (plant?: () => Promise<void>) => attack({ probes: 400, malformed: 0 }, plant, prepareWalls);

  // WAL-1, WAL-20, WAL-21
  test('finds nothing in the product', { timeout: 600_000 }, async () => {
    const tally = await across();
    expect(tally.first).toEqual([]);
    expect(tally.byStatus.get('probe 404')).toBeGreaterThan(50);
    expect(tally.byStatus.get('probe 200')).toBeGreaterThan(50);
  });

  test.each(['platform.deliverables', 'platform.library_cards', 'platform.engagements'])(
    'finds that %s has lost its wall',
    async (table) => {
      const tally = await across(async () => {
        await platform.asSuperuser(`drop policy walls on ${table}`);
      }).finally(async () => {
        await platform.asSuperuser(`drop policy if exists walls on ${table}`);
        await platform.asSuperuser(
          `call platform.wall_table('${table}', '${table === 'platform.engagements' ? 'id' : 'engagement_id'}')`,
        );
      });
      expect(problemsOf(tally)).toMatch(/words behind the wall: |unlike the answer for what never existed/);
    },
  );

  test('finds a verb that reads as the service', async () => {
    const { database } = platform.services;
    const unbind = async () => {
      const seenBy: Database['seenBy'] = (viewer) => {
        const bound = database.seenBy(viewer);
        const batchTenant: Database['batchTenant'] = (tenantId, statements, options) => {
          const isVerb = statements.some((statement) => (statement as Statement).name?.startsWith('list_cards'));
          return (isVerb ? database : bound).batchTenant(tenantId, statements, options);
        };
        return { ...bound, batchTenant };
      };
      platform.services.database = { ...database, seenBy };
    };
    const tally = await across(unbind).finally(() => {
      platform.services.database = database;
    });
    expect(problemsOf(tally)).toContain('words behind the wall: ');
    expect(tally.first[0]?.repeat).toMatch(
      /^npm run probe -- --walls --seed 20260101 --from \d+ --probes 1 --malformed 0$/,
    );
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
