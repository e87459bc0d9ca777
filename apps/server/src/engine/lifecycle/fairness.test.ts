import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { wideRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

const busyRuns = 40;
const deadlineMs = busyRuns * 3_000;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

async function finishRun(runId: string, tenantId: string): Promise<void> {
  const events = await engine.eventsUntil(runId, isOver, { tenantId, deadlineMs });
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
}

describe('a tenant with many runs', () => {
  it(
    'does not starve another tenant that starts one run later',
    async () => {
      const busy = Array.from({ length: busyRuns }, () => wideRequest(1));
      // Started one after the other, the first would end before the last begins.
      await Promise.all(busy.map((request) => engine.startRun(request, 'busy')));
      const single = wideRequest(1);
      await engine.startRun(single, 'quiet');
      await finishRun(single.runId, 'quiet');
      const [row] = await engine.asSuperuser<{ running: number }>(
        `select count(*)::integer as running from engine.runs where tenant_id = 'busy' and status = 'running'`,
      );
      // A queue without turns would have ended all of them by now.
      expect(row?.running).toBeGreaterThan(busyRuns / 2);
      await Promise.all(busy.map(({ runId }) => engine.control(runId, 'stop', 'busy')));
    },
    deadlineMs * 2,
  );
});
