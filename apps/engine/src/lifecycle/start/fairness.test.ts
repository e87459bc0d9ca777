import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine-client.ts';
import { runRequest } from '../../../testing/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/start-test-engine.ts';

/** Runs of the busy tenant; 500 by FAIRNESS_RUNS. */
const busyRuns = Number(process.env['FAIRNESS_RUNS'] ?? 80);
const deadlineMs = busyRuns * 3_000;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

/** How long a run takes from its start to its end, in milliseconds. */
async function timeRun(tenantId: string): Promise<number> {
  const request = runRequest();
  const startedMs = performance.now();
  await engine.startRun(request, tenantId);
  const events = await engine.eventsUntil(request.runId, isOver, { tenantId, deadlineMs });
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
  return performance.now() - startedMs;
}

describe('a tenant with many runs', () => {
  it(
    `does not starve another one with a single run (${busyRuns} beside it)`,
    async () => {
      await timeRun('warm-up');
      const alone = [await timeRun('quiet'), await timeRun('quiet'), await timeRun('quiet')];
      const aloneMs = alone.toSorted((a, b) => a - b)[1] ?? 0;
      const busy = Array.from({ length: busyRuns }, () => runRequest());
      const busyStartMs = performance.now();
      for (const request of busy) await engine.startRun(request, 'busy');
      const besideMs = await timeRun('quiet');
      const rows = await engine.asSuperuser<{ left: string }>(
        `select count(*) as left from engine.runs where tenant_id = 'busy' and status = 'running'`,
      );
      for (const { runId } of busy) {
        const events = await engine.eventsUntil(runId, isOver, { tenantId: 'busy', deadlineMs });
        expect(events.at(-1)).toMatchObject({ status: 'completed' });
      }
      const busyMs = performance.now() - busyStartMs;
      const left = Number(rows[0]?.left);
      const shown = `alone ${aloneMs.toFixed(0)} ms, beside ${besideMs.toFixed(0)} ms, all ${busyMs.toFixed(0)} ms, ${left} left`;
      if (process.env['FAIRNESS_RUNS']) console.info(shown);
      // First come, first served would take about as long as all of them.
      expect(besideMs / aloneMs, shown).toBeLessThan(15);
      expect(besideMs, shown).toBeLessThan(busyMs / 3);
      // The busy tenant's own work went on meanwhile, and was not over.
      expect(left, shown).toBeGreaterThan(busyRuns / 4);
    },
    deadlineMs * 2,
  );
});
