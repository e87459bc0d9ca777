import { pollUntil } from '@ecp/testing/poll-until';
import { createEmptyDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { isOver, testSecret } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest, wideRequest } from '../../../testing/engine/run-request.ts';

let fresh: FreshDatabase;
let provider: PricedProvider;
beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
});
afterAll(async () => {
  for (const engine of engines) await engine.kill();
  await provider.close();
  await fresh.drop();
});

const engines: EngineProcess[] = [];
afterEach(() => provider.failWhen(() => null));

async function start(environment: Record<string, string> = {}): Promise<EngineProcess> {
  const engine = await startEngineProcess(fresh.url, { ...provider.environment, ...environment });
  engines.push(engine);
  return engine;
}

/** Each test ends the engine that the test before it has left. */
describe('an engine that receives a signal to end', () => {
  let living: EngineProcess;

  // TXT-4
  it('lets calls in flight finish, starts none, exits with 0; the next engine pays nothing again, and no run is blamed', async () => {
    const engine = await start({ LOG_LEVEL: 'info' });
    const answers = Promise.withResolvers<void>();
    provider.failWhen(() => ({ waitsFor: answers.promise }));
    const request = wideRequest(2);
    await engine.startRun(request);
    // Both tasks wait for their calls, so that none begins while the signal is on its way.
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const exit = engine.stop();
    await pollUntil(engine.output, (output) => output.includes('Engine is closing'));
    answers.resolve();
    expect(await exit).toBe(0);
    expect(engine.output()).toContain('Engine is closing');
    expect(engine.output()).not.toMatch(/"level":[456]0/);
    expect(provider.meter.calls.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
    const lost = await fresh.asSuperuser(
      `select status from engine.model_calls where status <> 'settled'`,
    );
    expect(lost).toEqual([]);

    provider.failWhen(() => null);
    living = await start({ LOG_LEVEL: 'info' });
    const events = await living.eventsUntil(request.runId, isOver);
    expect(await findRunFaults(fresh, provider.meter.calls, request, events)).toEqual([]);
    const [row] = await fresh.asSuperuser('select lost_processes from engine.runs where id = $1', [
      request.runId,
    ]);
    expect(row).toEqual({ lost_processes: 0 });
  });

  it('ends at once at a second signal; one key press that arrives as two signals counts once', async () => {
    provider.failWhen(() => ({ kind: 'hang' }));
    const engine = living;
    const { runId } = await engine.startRun(wideRequest(2));
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    const askedAtMs = performance.now();
    engine.signal('SIGINT');
    engine.signal('SIGTERM');
    await pollUntil(engine.output, (output) => output.includes('Engine is closing'));
    const ended = engine.exited.then(({ code }) => code);
    await pollUntil(
      () => engine.signal('SIGINT') ?? Promise.race([ended, null]),
      (code) => code !== null,
    );
    expect(await ended).toBe(1);
    expect(performance.now() - askedAtMs).toBeGreaterThan(1_000);
    provider.failWhen(() => null);
    living = await start({ ENGINE_DRAIN_SECONDS: '1', LOG_LEVEL: 'trace' });
    await living.eventsUntil(runId, isOver);
  });

  it('keeps its port, and another one that wants it says why it cannot serve', async () => {
    const taken = new URL(living.url).port;
    await expect(
      startEngineProcess(fresh.url, { ...provider.environment, ENGINE_PORT: taken }),
    ).rejects.toThrow(
      new RegExp(`engine: port ${taken} is taken by another program.*set ENGINE_PORT`),
    );
  });

  it('logs no prompt, answer or key at its most verbose level when everything fails, and does not wait for a hanging call beyond the configured time', async () => {
    const secret = 'brief-marker-7f3a';
    const answer = 'answer-marker-9c1d';
    const engine = living;
    provider.respondWith((body) =>
      purposeOf({ body }) === 'draft' ? `# Plan\n\n${answer}` : null,
    );
    provider.failNext(
      { kind: 'garbage' },
      { kind: 'cut' },
      { kind: 'broken_body' },
      { kind: 'bad_request' },
    );
    const request = wideRequest(1);
    Object.assign(request.engagement, { brief: `${secret} ${request.engagement.brief}` });
    const completed = wideRequest(1);
    completed.engagement.brief = `${secret} ${completed.engagement.brief}`;
    for (const run of [request, completed]) await engine.startRun(run);
    for (const run of [request, completed]) await engine.eventsUntil(run.runId, isOver);
    // An invalid row makes Postgres report an error that contains its values.
    await fresh.asSuperuser(
      `alter table engine.events add constraint odd check (data::text not like '%broken-row%')`,
    );
    const broken = runRequest();
    broken.engagement.brief = `${secret} ${broken.engagement.brief}`;
    broken.tasks = [{ id: 'one', name: 'broken-row', description: secret }];
    await engine.startRun(broken);
    const brokenEvents = await engine.eventsUntil(broken.runId, isOver);
    expect(brokenEvents.at(-1)).toMatchObject({
      status: 'failed',
      error: 'The engine hit an internal error; start the run again',
    });
    expect(provider.meter.calls.some((call) => textOf(call).includes(secret))).toBe(true);
    provider.failWhen(() => ({ kind: 'hang' }));
    await engine.startRun(runRequest());
    await provider.meter.waitFor(({ inFlight }) => inFlight === 2);
    expect(await engine.stop()).toBe(0);
    const log = engine.output();
    expect(log).toContain('"level":');
    for (const hidden of [secret, answer, testSecret, 'key-of-the-provider', 'Northwind'])
      expect(log).not.toContain(hidden);
  });
});

test('a worker that starts before everything else prepares its database', async () => {
  const empty = await createEmptyDatabase();
  try {
    const engine = await startEngineProcess(empty.ownerUrl, provider.environment);
    const { status } = await fetch(`${engine.url}/health`);
    expect([status, await engine.stop()]).toEqual([200, 0]);
  } finally {
    await empty.drop();
  }
});
