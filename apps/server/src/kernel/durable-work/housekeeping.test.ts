import { insertEngagement } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFinishedRun } from '../../../testing/finished-work.ts';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

/** Waits until the newest analysis is completed and is not `before`. */
const waitForAnalysis = (tenantId: string, before?: string) =>
  pollUntil(
    async () => {
      const [row] = await fresh.asSuperuser<{ id: string }>(
        `select id from platform.pattern_analyses where tenant_id = $1 and status = 'completed'`,
        [tenantId],
      );
      return row?.id;
    },
    (id) => id !== undefined && id !== before,
  );

/** Returns the time that many years and two days from now. */
const later = (years: number) => new Date(Date.now() + (years * 366 + 2) * 86_400_000);

test('at its start the platform archives and analyses what is due, even after the last one was interrupted', async () => {
  const first = await startTestPlatform({ freshDatabase: fresh });
  const { tenantId, owner } = await createKeyedTenant(first);
  const engagementId = await insertEngagement(first.database, tenantId);
  await addFinishedRun(first, tenantId, { finishedAt: new Date() });
  // The analysis is committed before the response, or by the first look for due work. It may end
  // before the close or not.
  const status = expect.stringMatching(/^(started|running)$/);
  expect(await owner.post('/api/insights/analyze')).toMatchObject({
    status: 200,
    body: { status },
  });
  await first.close();

  const second = await startTestPlatform({ freshDatabase: fresh });
  const analysisId = await waitForAnalysis(tenantId);
  await addFinishedRun(second, tenantId, { finishedAt: later(0) });
  await second.close();

  const third = await startTestPlatform({ freshDatabase: fresh, clock: { now: () => later(2) } });
  const archivedAt = await pollUntil(
    async () => {
      const [row] = await fresh.asSuperuser<{ archived_at: Date | null }>(
        'select archived_at from platform.engagements where id = $1',
        [engagementId],
      );
      return row?.archived_at;
    },
    (time) => time !== null,
  );
  expect(archivedAt).toEqual(expect.any(Date));
  await waitForAnalysis(tenantId, analysisId);
  await third.close();
});
