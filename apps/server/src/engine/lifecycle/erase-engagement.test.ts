import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  startPricedProvider,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { purgeRunTombstones, thinEndedRuns } from './erasure.ts';

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings });
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

const erase = (engagementId: string, runIds: string[] = []) =>
  engine.calls.eraseEngagement(testTenant, engagementId, runIds);

describe('erasing an engagement', () => {
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
      await erase('marker-of-a-finished-run');
      expect(await tablesWith('marker-of-a-finished-run')).toEqual([]);
      expect(await tablesWith(request.runId)).toEqual([]);
    }
    expect(await tablesWith('marker-of-another')).not.toEqual([]);
    expect(await engine.calls.getRun(testTenant, request.runId)).toBeNull();
  });

  it('refuses a late start of its runs; after a day no trace of them is left', async () => {
    const request = markedRequest('marker-of-the-late');
    const late = markedRequest('marker-of-the-late');
    await engine.startRun(request);
    const runIds = [request.runId, late.runId, late.runId];
    for (let time = 0; time < 2; time += 1) {
      await erase('marker-of-the-late', runIds);
      expect(await tablesWith('marker-of-the-late')).toEqual([]);
      for (const order of [request, late]) {
        expect(await engine.startRun(order)).toMatchObject({
          status: 'failed',
          failureReason: 'stopped',
        });
      }
    }
    await purgeRunTombstones(engine.database);
    expect(await tablesWith(late.runId)).toEqual(['engine.runs']);
    const ids = [request.runId, late.runId];
    await engine.asSuperuser(
      `update engine.runs set finished_at = now() - interval '25 hours' where id = any($1)`,
      [ids],
    );
    await purgeRunTombstones(engine.database);
    for (const id of ids) expect(await tablesWith(`${id}`)).toEqual([]);
  });

  it('works during the execution of its runs: their calls are aborted and nothing reappears', async () => {
    provider.latencyMs = 250;
    const requests = [markedRequest('marker-of-running'), markedRequest('marker-of-running')];
    const before = provider.meter.calls.length;
    for (const request of requests) await engine.startRun(request);
    await provider.meter.waitFor(({ calls }) => calls.length >= before + 5);
    await erase('marker-of-running');
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
