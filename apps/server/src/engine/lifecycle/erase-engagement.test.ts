import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { thinEndedRuns } from './retention.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, maxTenantUsdPerDay: 1_000 });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.latencyMs = 0;
});

/** Returns the tables of the engine and its durable queue that have the text anywhere in a row. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await engine.asSuperuser<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'engine' or tablename = 'works'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await engine.asSuperuser(`select 1 from ${name} t where t::text like $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

function markedRequest(marker: string) {
  const request = runRequest();
  request.engagement = {
    ...request.engagement,
    id: marker,
    brief: `${marker}. ${request.engagement.brief}`,
  };
  request.tasks = request.tasks.map((task) => ({
    ...task,
    description: `${task.description} ${marker}`,
  }));
  return request;
}

/** Reads what the tenant has spent and reserved on all its days, in nano-USD. */
async function readDay(): Promise<{ spent: number; reserved: number }> {
  const [day] = await engine.asSuperuser<{ spent: number; reserved: number }>(
    `select coalesce(sum(spent_nano_usd), 0)::float as spent, coalesce(sum(reserved_nano_usd), 0)::float as reserved
      from engine.tenant_days where tenant_id = $1`,
    [testTenant],
  );
  return day ?? { spent: 0, reserved: 0 };
}

describe('deleting an engagement', () => {
  // ENG-22, PRO-17
  it('leaves no trace of its runs in any table, changes no other engagement, and can be repeated', async () => {
    const request = markedRequest('marker-of-a-finished-run');
    const other = markedRequest('marker-of-another');
    for (const order of [request, other]) await engine.startRun(order);
    for (const { runId } of [request, other]) await engine.eventsUntil(runId, isOver);
    const before = await tablesWith('marker-of-a-finished-run');
    expect(before).toEqual(
      expect.arrayContaining(['engine.runs', 'engine.events', 'engine.budgets']),
    );
    expect(await tablesWith(request.runId)).toContain('platform.works');
    for (let time = 0; time < 2; time += 1) {
      await engine.deleteEngagement('marker-of-a-finished-run');
      expect(await tablesWith('marker-of-a-finished-run')).toEqual([]);
      expect(await tablesWith(request.runId)).toEqual([]);
    }
    expect(await tablesWith('marker-of-another')).not.toEqual([]);
    expect(await engine.calls.getRun(testTenant, request.runId)).toBeNull();
  });

  // PRO-17
  it('refuses an order that comes after it, of which nothing is left', async () => {
    const [request, late] = [
      markedRequest('marker-of-the-late'),
      markedRequest('marker-of-the-late'),
    ];
    await engine.startRun(request);
    await engine.deleteEngagement('marker-of-the-late');
    // From here on an order does not bring its engagement.
    for (const table of ['engine.runs', 'engine.budgets'])
      await engine.asSuperuser(`alter table ${table} disable trigger bring_engagement`);
    onTestFinished(async () => {
      for (const table of ['engine.runs', 'engine.budgets'])
        await engine.asSuperuser(`alter table ${table} enable trigger bring_engagement`);
    });
    for (const order of [request, late]) {
      await expect(engine.startRun(order)).rejects.toThrow('runs_of_engagement');
      const plan = { ...order, planId: order.runId, tasks: [] };
      const refusal = { status: 409, code: 'run_stopped' };
      await expect(engine.calls.makePlan(testTenant, plan)).rejects.toMatchObject(refusal);
    }
    expect(await tablesWith('marker-of-the-late')).toEqual([]);
    expect(await tablesWith(late.runId)).toEqual([]);
  });

  // PRO-17, PRO-2
  it('works during the execution of its runs: their calls are aborted, count for the day, and nothing reappears', async () => {
    // No call is answered before it is aborted.
    provider.latencyMs = 3_600_000;
    const errors = vi.spyOn(engine.services.log, 'error');
    onTestFinished(() => errors.mockRestore());
    const requests = [markedRequest('marker-of-running'), markedRequest('marker-of-running')];
    const before = provider.meter.calls.length;
    const earlier = await readDay();
    for (const request of requests) await engine.startRun(request);
    await provider.meter.waitFor(({ calls }) => calls.length >= before + 4);
    await engine.deleteEngagement('marker-of-running');
    const after = await readDay();
    expect(after.reserved).toBe(0);
    expect(after.spent).toBeGreaterThan(earlier.spent);
    const calls = provider.meter.calls.length;
    await pollUntil(
      () => provider.meter.inFlight,
      (inFlight) => inFlight === 0,
    );
    // A later run has completed, so any remaining work of the erased runs has had time to appear.
    provider.latencyMs = 0;
    const later = runRequest();
    await engine.startRun(later);
    await engine.eventsUntil(later.runId, isOver);
    expect(await tablesWith('marker-of-running')).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
    for (const { runId } of requests) expect(await tablesWith(`${runId}/`)).toEqual([]);
    const erased = provider.meter.calls
      .slice(calls)
      .filter(({ body }) => JSON.stringify(body).includes('marker-of-running'));
    expect(erased).toEqual([]);
  });
});

describe('an ended run', () => {
  const thin = async (before: Date, { signal } = new AbortController()) => {
    for (const part of ['events', 'calls'] as const)
      await thinEndedRuns(engine.database, part, before, signal);
  };
  const countTexts = async (runId: string) => {
    const [counts] = await engine.asSuperuser<{ documents: number; answers: number }>(
      `select (select count(*)::integer from engine.events where run_id = $1 and data->>'content' is not null) as documents,
        (select count(answer)::integer from engine.model_calls where run_id = $1) as answers`,
      [runId],
    );
    return counts;
  };
  const readShown = async (runId: string, engagementId: string) => {
    const { calls } = engine;
    const { signal } = new AbortController();
    const stream: (EngineEvent | WritingEvent)[] = [];
    for await (const event of calls.readRunEvents(testTenant, runId, 0, signal)) stream.push(event);
    const rest = [
      calls.getRun(testTenant, runId),
      calls.getLogs(testTenant, runId, 0),
      calls.listCalls(testTenant, engagementId, ''),
    ];
    return [stream, ...(await Promise.all(rest))];
  };

  // RET-1, RET-2, RET-4
  it('loses documents and answers after its time, but no cost, hash, log line or word of its stream', async () => {
    const { runId, engagement, ...rest } = runRequest();
    await engine.startRun({ runId, engagement, ...rest });
    await engine.eventsUntil(runId, isOver);
    const [kept, shown] = [await countTexts(runId), await readShown(runId, engagement.id)];
    expect(kept).toEqual({ documents: 5, answers: expect.any(Number) });
    await thin(new Date(Date.now() - 60_000));
    const closing = new AbortController();
    closing.abort();
    await thin(new Date(), closing);
    expect(await countTexts(runId)).toEqual(kept);
    await thin(new Date());
    expect(await countTexts(runId)).toEqual({ documents: 0, answers: 0 });
    expect(await readShown(runId, engagement.id)).toEqual(shown);
    await engine.startRun({ runId, engagement, ...rest });
  });
});
