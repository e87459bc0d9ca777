import type { RunStarted } from '@ecp/contract/work/runs';
import { waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

// Tests what Get Run Status does when the engine reports an end.
// FOL-2, RUN-16, RUN-17
test.each([
  ['running', 'completed', null, 'Run completed'],
  ['running', 'failed', 'It broke', 'Run failed'],
  ['paused', 'failed', 'It broke', 'Run failed'],
] as const)(
  'a %s run that the engine reports as %s is stored, dispatched and mailed',
  async (before, status, error, subject) => {
    const tenant = await createTestTenant(platform);
    const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
    const path = `/api/engagements/${id}`;
    const { runId } = (await tenant.post<RunStarted>(`${path}/run`)).body;
    if (before === 'paused') await tenant.post(`${path}/pause`);
    expect((await tenant.get(`${path}/status`)).body).toMatchObject({
      engagementId: id,
      status: before,
    });

    const run = await platform.engine.waitForRun(runId);
    run.push({ type: 'status', status, error });
    await run.stored();
    expect((await tenant.get(`${path}/status`)).body).toMatchObject({
      engagementId: id,
      status,
      error,
    });
    expect(await tenant.getEngagement(id)).toMatchObject({
      status,
      runs: [{ id: runId, status, error }],
    });
    const events = await platform.asSuperuser(
      `select event, data->>'runId' as "runId" from platform.outbox_events
      where tenant_id = $1 and event in ('engagement.completed', 'engagement.failed')`,
      [tenant.tenantId],
    );
    expect(events).toEqual([{ event: `engagement.${status}`, runId }]);
    const mails = await waitForMails(platform.dataDir, tenant.email, 2);
    expect(mails.map((mail) => /^Subject: (Run \w+)/m.exec(mail)?.[1]).sort()).toEqual(
      [subject, 'Run started'].sort(),
    );
  },
);
