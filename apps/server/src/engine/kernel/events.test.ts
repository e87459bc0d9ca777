import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type EventPage, tenantHeader } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { pollUntil } from '@ecp/testing/poll-until';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, testTenant } from '../../../testing/engine/engine-client.ts';
import type { PricedProvider } from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => {
  provider.latencyMs = 0;
  provider.failWhen(() => null);
});

function openStream(runId: string, lastEventId?: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${engine.token}`,
    [tenantHeader]: testTenant,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  return fetch(`${engine.baseUrl}/runs/${runId}/stream`, { headers });
}

/** Opens a stream on its own connection and waits for its first bytes. */
async function openRaw(runId: string): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${engine.token}`, [tenantHeader]: testTenant };
  const request = get(`${engine.baseUrl}/runs/${runId}/stream`, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await once(response, 'readable');
  return request;
}

/** Reads the events of a stream until it ends or `limit` is reached, then disconnects. */
async function readStream(
  response: Response,
  limit = Number.POSITIVE_INFINITY,
): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const [, id, data] = /^id: (\d+)\ndata: (.+)$/.exec(part) ?? [];
      if (data === undefined) continue;
      const event = JSON.parse(data) as EngineEvent;
      expect(String(event.seq)).toBe(id);
      events.push(event);
      if (events.length >= limit) return events;
    }
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
    for (let portion = 1; !isOver(events); portion += 3) {
      events.push(
        ...(await readStream(await openStream(runId, String(events.at(-1)?.seq ?? 0)), portion)),
      );
    }
    const run = await engine.readRun(runId);
    expect(numbersOf(events)).toEqual(upTo(run.lastEvent));
  });

  it('replays a run that is over, from any number, without documents and the results of their check', async () => {
    const { runId } = await engine.startRun(runRequest());
    const stored = await engine.eventsUntil(runId, isOver);
    const whole = await readStream(await openStream(runId));
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
    expect(numbersOf(await readStream(await openStream(runId, String(last - 3))))).toEqual([
      last - 2,
      last - 1,
      last,
    ]);
    expect(await readStream(await openStream(runId, String(last)))).toEqual([]);
    expect(await readStream(await openStream(runId, '99999999999999999999999'))).toEqual([]);
    for (const odd of ['-5', 'x', ''])
      expect(await readStream(await openStream(runId, odd))).toHaveLength(last);
  });

  it('waits for a slow reader and loses no event', async () => {
    const { runId } = await engine.startRun(runRequest());
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
    const before = process.memoryUsage().arrayBuffers;
    const response = await openStream(runId);
    const health = await fetch(`${engine.baseUrl}/health`);
    expect(health.status).toBe(200);
    // 20 MB are waiting, but the server holds only one page of them.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(15_000_000);
    expect(numbersOf(await readStream(response))).toEqual(upTo(length + added));
  });

  it('releases everything when readers disconnect', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const { runId } = await engine.startRun(runRequest());
    const readers = await Promise.all(Array.from({ length: 40 }, () => openRaw(runId)));
    const connectionCount = await engine.countConnections();
    expect(connectionCount).toBeGreaterThanOrEqual(readers.length);
    for (const reader of readers) reader.destroy();
    // Requests of earlier tests keep some connections open.
    await pollUntil(engine.countConnections, (open) => open <= connectionCount - readers.length);
    await engine.control(runId, 'stop');
  });
});

describe('the long poll', () => {
  const poll = async (runId: string, query: string) => {
    const { status, body } = await engine.request('GET', `/runs/${runId}/events?${query}`);
    expect(status).toBe(200);
    return body as EventPage;
  };

  it('waits for the next event and answers as soon as it is stored', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const { runId } = await engine.startRun(runRequest());
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const { lastEvent } = await poll(runId, 'after=0');
    const startedAtMs = performance.now();
    expect((await poll(runId, `after=${lastEvent}&waitMs=300`)).events).toEqual([]);
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(295);
    const waiting = poll(runId, `after=${lastEvent}&waitMs=20000`);
    await engine.control(runId, 'stop');
    expect((await waiting).events.length).toBeGreaterThan(0);
  });

  it('answers at once for a run that is over, pages, and accepts any number', async () => {
    const { runId } = await engine.startRun(runRequest());
    const { length } = await engine.eventsUntil(runId, isOver);
    expect((await poll(runId, `after=${length}&waitMs=20000`)).events).toEqual([]);
    expect(numbersOf((await poll(runId, 'after=2&limit=2')).events)).toEqual([3, 4]);
    expect((await poll(runId, 'after=99999999999999999999')).events).toEqual([]);
  });
});
