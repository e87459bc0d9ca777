import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, inject, test } from 'vitest';
import {
  createRecurringTenant,
  waitForCheck,
} from '../../../testing/recurring/recurring-tenant.ts';
import { startFakeWeb } from '../../../testing/research/research-tenant.ts';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';

const targets = ['grid/market/prices', 'operator/fleet', 'yard/news/slots'];

// REC-4
test('the next process goes on with the sources that are left', async () => {
  const web = await startFakeWeb();
  const freshDatabase = await createFreshDatabase();
  const dataDir = await mkdtemp(join(inject('filesDir'), 'restarting-'));
  const config = {
    ...web.config,
    dataDir,
    secretKeys: ['a-secret-of-this-test-with-enough-characters'] as [string],
  };
  const first = await startTestPlatform({ freshDatabase, config });
  const { tenant, pages } = await createRecurringTenant(first, targets.map(web.site.addressOf));
  const statements = pages.map(({ title, text }) => {
    const quote = text.slice(0, 40).replace(/\s\S*$/, '');
    return { title, claim: `It says ${quote}.`, quote };
  });
  await tenant.deliver([
    { taskId: 'a', filename: 'a.md', sections: [{ heading: 'All', statements }] },
  ]);
  await tenant.schedule();
  const before = targets.map(web.site.countRequests);
  const held = targets.map(web.site.hold);
  await tenant.begin();
  // Lets the first request through, whichever it is, and the process ends during the second.
  const order = await Promise.race(held.map(({ arrived }, index) => arrived.then(() => index)));
  held[order]?.release();
  const others = held.filter((_, index) => index !== order);
  const next = await Promise.race(others.map(({ arrived }) => arrived.then(() => true)));
  expect(next).toBe(true);
  const [update] = await tenant.listUpdates();
  expect(update).toMatchObject({
    status: 'checking',
    checkedAt: null,
    sources: [{ outcome: 'same' }],
  });
  await first.close();
  for (const hold of others) hold.release();

  const second = await startTestPlatform({ freshDatabase, config });
  expect(await waitForCheck(second, tenant)).toMatchObject({
    id: update?.id,
    status: 'unchanged',
    sources: [{ kind: 'page' }, { kind: 'page' }, { kind: 'page' }],
  });
  const counts = targets.map(
    (target, index) => web.site.countRequests(target) - (before[index] ?? 0),
  );
  expect(counts[order]).toBe(1);
  expect(counts.toSorted()).toEqual([1, 1, 2]);
  await second.close();
  await Promise.all([freshDatabase.drop(), web.close(), rm(dataDir, { recursive: true })]);
});
