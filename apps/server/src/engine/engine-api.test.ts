import { randomUUID } from 'node:crypto';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEngineClient,
  isOver,
  ofType,
  testTenant,
} from '../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../testing/engine/engine-database.ts';
import { runRequest, wideRequest } from '../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine/start-test-engine.ts';
import type { EngineClient } from '../kernel/ports.ts';
import { EngineUnavailableError } from '../material/engine-client/engine-client.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const page = { after: 0, limit: 200, waitMs: 0 };

/** Reads a stream to its end. */
async function readAll(calls: EngineClient, tenantId: string, runId: string) {
  const read = [];
  for await (const event of calls.readRunEvents(tenantId, runId, 0, new AbortController().signal))
    read.push(event);
  return read;
}

type Ask = (calls: EngineClient, tenantId: string, id: string) => Promise<unknown>;
/** The calls about a run that need no worker, by its id. */
const reads: Record<string, Ask> = {
  getRun: (calls, tenantId, id) => calls.getRun(tenantId, id),
  listEvents: (calls, tenantId, id) => calls.listEvents(tenantId, id, page),
  getLogs: (calls, tenantId, id) => calls.getLogs(tenantId, id, 0),
  readRunEvents: readAll,
  answerQuestion: (_, tenantId, runId) => engine.answer(runId, 'q1', '38 %', tenantId),
};
/** The calls that give workers something to do. */
const orders: Record<string, Ask> = {
  pauseRun: (calls, tenantId, id) => calls.pauseRun(tenantId, id),
  resumeRun: (calls, tenantId, id) => calls.resumeRun(tenantId, id),
  stopRun: (calls, tenantId, id) => calls.stopRun(tenantId, id),
};
const ofEngagement: Record<string, Ask> = {
  listCalls: (calls, tenantId, id) => calls.listCalls(tenantId, id, ''),
};

describe('another tenant', () => {
  // PRO-16
  it('gets the same answer for a foreign id and a random one, and the run continues unaffected', async () => {
    const request = wideRequest(1);
    await engine.startRun(request);
    const outcomeOf = async (ask: Ask, id: string) => {
      const outcome = await ask(engine.calls, 'tenant-b', id).catch((error: unknown) => {
        if (!(error instanceof EngineUnavailableError)) throw error;
        const { message, status, code } = error;
        return { message, status, code };
      });
      return JSON.stringify(outcome)?.replaceAll(id, 'ID');
    };
    for (const [asks, id] of [
      [{ ...reads, ...orders }, request.runId],
      [ofEngagement, request.engagement.id],
    ] as const) {
      for (const [name, ask] of Object.entries(asks))
        expect(await outcomeOf(ask, id), name).toEqual(await outcomeOf(ask, randomUUID()));
    }
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
  });

  it('may use the same run id for its own run; the two are separate', async () => {
    const request = wideRequest(1);
    const theirs = {
      ...request,
      engagement: { ...request.engagement, brief: 'Our bakery sells 900 loaves a day.' },
    };
    await engine.startRun(request);
    await engine.startRun(theirs, 'tenant-b');
    const ownEvents = await engine.eventsUntil(request.runId, isOver);
    const otherEvents = await engine.eventsUntil(request.runId, isOver, { tenantId: 'tenant-b' });
    expect(ownEvents.at(-1)).toMatchObject({ status: 'completed' });
    expect(otherEvents.at(-1)).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(ownEvents)).not.toContain('loaves');
    expect(JSON.stringify(otherEvents)).not.toContain('cafés');
  });
});

// HEA-2
describe('an installation without a living worker', () => {
  it('refuses every order with the reason, and answers what is stored', async () => {
    const fresh = await createEngineDatabase();
    const { calls, startRun, closeCalls } = await createEngineClient(fresh.url);
    const noWorker = { status: null, code: 'no_worker', message: 'no engine is running' };
    const request = runRequest();
    await expect(startRun(request)).rejects.toMatchObject(noWorker);
    await expect(calls.checkHealth()).rejects.toMatchObject(noWorker);
    await expect(calls.listModels(null)).rejects.toMatchObject(noWorker);
    for (const [name, ask] of Object.entries(orders))
      await expect(ask(calls, testTenant, request.runId), name).rejects.toMatchObject(noWorker);
    expect(await fresh.asSuperuser('select from engine.runs')).toEqual([]);
    expect(await calls.getRun(testTenant, request.runId)).toBeNull();
    expect(await calls.listEvents(testTenant, request.runId, page)).toBeNull();
    expect(await readAll(calls, testTenant, request.runId)).toEqual([]);
    expect((await calls.listAgents()).length).toBeGreaterThan(0);
    await closeCalls();
    await fresh.drop();
  });
});

describe('a start', () => {
  it('that is repeated, also at the same time, is one run', async () => {
    const request = wideRequest(1);
    const [firstStart, secondStart] = await Promise.all([
      engine.startRun(request),
      engine.startRun(request),
    ]);
    expect(secondStart.runId).toBe(firstStart.runId);
    await engine.eventsUntil(request.runId, isOver);
    expect(await engine.startRun(request)).toMatchObject({ status: 'completed' });
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(ofType(events, 'status').map(({ status }) => status)).toEqual(['running', 'completed']);
  });

  it.each([
    ['a cycle', [task('a', ['b']), task('b', ['a'])]],
    ['an unknown dependency', [task('a', ['nowhere'])]],
    ['one id twice', [task('a', []), task('a', [])]],
  ])('with tasks that cannot be executed is refused: %s', async (_name, tasks) => {
    const refusal = { status: 400, code: 'invalid_request' };
    await expect(engine.startRun(runRequest({ tasks }))).rejects.toMatchObject(refusal);
  });

  it('with a model that no worker has is refused, and leaves no run', async () => {
    const request = runRequest();
    request.engagement.model = 'unknown-model';
    const refusal = { status: 400, code: 'unknown_model' };
    await expect(engine.startRun(request)).rejects.toMatchObject(refusal);
    expect(await engine.calls.getRun(testTenant, request.runId)).toBeNull();
  });
});

function task(id: string, dependsOn: string[]) {
  return { id, name: `Task ${id}`, dependsOn };
}

describe('text that Postgres cannot store', () => {
  it('is removed before storing; the run completes and everything about it can be read', async () => {
    const odd =
      'Odd\u0000 text \ud800 of a\u0000 client. Sales were 42 tonnes in 2025 and 50 tonnes in 2024.';
    const request = runRequest({
      tasks: [{ id: 'one', name: 'Odd name \udc00', description: odd }],
      sources: [{ id: 's1', title: odd, location: null, text: odd }],
    });
    Object.assign(request.engagement, { name: odd, client: odd, brief: odd });
    await engine.startRun(request);
    await engine.control(request.runId, 'pause');
    expect((await engine.readRun(request.runId)).status).toMatch(/paused|completed/);
    await engine.control(request.runId, 'resume');
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed', error: null });
    expect(JSON.stringify(ofType(events, 'plan'))).toContain('Odd name');
    const { total } = await engine.calls.getLogs(testTenant, request.runId, 0);
    expect(total).toBeGreaterThan(0);
  });

  // ERR-8
  it('in any place of a start gives a run, or a refusal with a reason', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('\u0000x', '../..', '%00', '\ud800'),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), text, async (place, value) => {
        const request = wideRequest(1);
        const places = listTexts(request);
        const textPlace = places[place % places.length];
        if (textPlace) textPlace.holder[textPlace.key] = value;
        await startAnyhow(request);
      }),
    );
  });

  async function startAnyhow(request: StartRunRequest) {
    try {
      const { runId } = await engine.startRun(request);
      await engine.control(runId, 'stop');
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      expect([400, 409]).toContain(error.status);
    }
  }
});

/** Lists the places of all texts in a value. */
function listTexts(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) =>
    typeof holder[key] === 'string' ? [{ holder, key }] : listTexts(holder[key]),
  );
}

describe('a tenant whose own keys serve no model', () => {
  it('is told so when it asks for a price, and can still read its runs', async () => {
    const client = await createEngineClient(engine.url, async () => {
      return { models: [], judges: [] };
    });
    try {
      const { runId: _, ...material } = wideRequest(1);
      const plan = client.calls.makePlan(testTenant, { planId: randomUUID(), ...material });
      await expect(plan).rejects.toMatchObject({
        code: 'no_model',
        message: 'the keys of this workspace serve no model',
      });
      expect(await client.calls.listModels(testTenant)).toEqual([]);
    } finally {
      await client.closeCalls();
    }
  });
});
