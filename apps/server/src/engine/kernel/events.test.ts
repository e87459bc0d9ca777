import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import { pollUntil } from '@ecp/testing/poll-until';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineClient, isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import type { PricedProvider } from '../../../testing/engine/priced-provider.ts';
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { readRunEvents } from './read-run-events.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.failWhen(() => null);
});

const isStored = (event: EngineEvent | WritingEvent): event is EngineEvent =>
  event.type !== 'writing';

/** Reads the stored events of a stream until it ends or `limit` is reached, then leaves it. */
async function readStream(
  runId: string,
  after = 0,
  limit = Number.POSITIVE_INFINITY,
): Promise<EngineEvent[]> {
  const { signal } = new AbortController();
  const events: EngineEvent[] = [];
  for await (const event of engine.calls.readRunEvents(testTenant, runId, after, signal)) {
    if (isStored(event)) events.push(event);
    if (events.length >= limit) break;
  }
  return events;
}

const numbersOf = (events: EngineEvent[]) => events.map(({ seq }) => seq);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('the event stream', () => {
  // FOL-9
  it('sends every event once despite any number of interruptions, and ends after the final status', async () => {
    provider.latencyMs = 20;
    const { runId } = await engine.startRun(runRequest());
    const events: EngineEvent[] = [];
    for (let portion = 1; !isOver(events); portion += 3)
      events.push(...(await readStream(runId, events.at(-1)?.seq, portion)));
    const run = await engine.readRun(runId);
    expect(numbersOf(events)).toEqual(upTo(run.lastEvent));
  });

  it('replays a run that is over, from any number, without documents and the results of their check', async () => {
    const { runId } = await engine.startRun(wideRequest(1));
    const stored = await engine.eventsUntil(runId, isOver);
    const whole = await readStream(runId);
    expect(whole).toEqual(
      stored.map((event) => {
        const {
          content: _content,
          citations: _citations,
          figures: _figures,
          ...shown
        } = event as EngineEvent & {
          content?: unknown;
          citations?: unknown;
          figures?: unknown;
        };
        return shown;
      }),
    );
    const last = stored.length;
    expect(numbersOf(await readStream(runId, last - 3))).toEqual([last - 2, last - 1, last]);
    for (const after of [last, Number.MAX_SAFE_INTEGER])
      expect(await readStream(runId, after)).toEqual([]);
    expect(await readStream(runId, -5)).toHaveLength(last);
    expect(await readStream('unknown')).toEqual([]);
  });

  it('waits for a slow reader and loses no event', async () => {
    const { runId } = await engine.startRun(wideRequest(1));
    const { length } = await engine.eventsUntil(runId, isOver);
    const added = 4_000;
    await engine.asSuperuser(
      `insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
       select tenant_id, id, last_event + n, 'bulk:' || n, 'log', json_build_object('message', repeat('long ', 1000))
       from engine.runs, generate_series(1, $2::integer) n where id = $1`,
      [runId, added],
    );
    await engine.asSuperuser('update engine.runs set last_event = last_event + $2 where id = $1', [
      runId,
      added,
    ]);
    const { signal } = new AbortController();
    let pages = 0;
    const batchTenant: typeof engine.database.batchTenant = (tenantId, statements) => {
      pages += statements.some(({ name }) => name === 'read_events') ? 1 : 0;
      return engine.database.batchTenant(tenantId, statements);
    };
    const sources = { ...engine.services, database: { ...engine.database, batchTenant } };
    const ref = { tenantId: testTenant, runId };
    const numbers: number[] = [];
    for await (const event of readRunEvents(sources, ref, 0, signal)) {
      if (isStored(event)) numbers.push(event.seq);
      if (numbers.length > 1) continue;
      await engine.readRun(runId);
      // 20 MB are waiting, but the process holds only some pages of them.
      expect(pages).toBeLessThan(6);
    }
    expect(numbers).toEqual(upTo(length + added));
    expect(pages).toBeGreaterThan(20);
  });

  it('releases everything when readers leave, and when the calls are closed', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const { runId } = await engine.startRun(runRequest());
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const client = await createEngineClient(engine.url);
    const leaving = new AbortController();
    const begun = new Map<number, string>();
    const reading = Array.from({ length: 40 }, async (_, at) => {
      const signal = at < 20 ? leaving.signal : new AbortController().signal;
      for await (const { type } of client.calls.readRunEvents(testTenant, runId, 0, signal))
        begun.set(at, type);
    });
    const ended = Promise.allSettled(reading);
    await pollUntil(
      () => begun.size,
      (size) => size === reading.length,
    );
    leaving.abort();
    await client.closeCalls();
    expect((await ended).map(({ status }) => status)).toEqual(Array(40).fill('rejected'));
    await engine.control(runId, 'stop');
  });
});

describe('the long poll', () => {
  const poll = async (runId: string, after: number, { limit = 200, waitMs = 0 } = {}) => {
    const page = await engine.calls.listEvents(testTenant, runId, { after, limit, waitMs });
    if (!page) throw new Error('The run is unknown');
    return page;
  };

  it('waits for the next event and answers as soon as it is stored', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const { runId } = await engine.startRun(runRequest());
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const { lastEvent } = await poll(runId, 0);
    const startedAtMs = performance.now();
    expect((await poll(runId, lastEvent, { waitMs: 300 })).events).toEqual([]);
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(295);
    const waiting = poll(runId, lastEvent, { waitMs: 20_000 });
    await engine.control(runId, 'stop');
    expect((await waiting).events.length).toBeGreaterThan(0);
  });

  it('answers at once for a run that is over, pages, and accepts any number', async () => {
    const { runId } = await engine.startRun(wideRequest(1));
    const { length } = await engine.eventsUntil(runId, isOver);
    expect((await poll(runId, length, { waitMs: 20_000 })).events).toEqual([]);
    expect(numbersOf((await poll(runId, 2, { limit: 2 })).events)).toEqual([3, 4]);
    expect((await poll(runId, Number.MAX_SAFE_INTEGER)).events).toEqual([]);
  });
});
