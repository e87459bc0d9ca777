import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AiUseStatement } from '@ecp/contract/reach/ai-use';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { Engagement, EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run, RunAnalytics, RunStarted } from '@ecp/contract/work/runs';
import type { Storyline } from '@ecp/contract/work/storylines';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUntilKilled, readCreateRecords } from './testing/create-until-killed.ts';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import {
  beginJob,
  continueAt,
  type MainJob,
  queryProduct,
  readDeliverable,
  readStatus,
  startRun,
  threeTasks,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import {
  findPostgres,
  killIfAlive,
  noneIsLeft,
  type RunningProduct,
  root,
  startProduct,
} from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

type Part = 'platform' | 'engine' | 'postgres';

/**
 * Every subset of the processes but all of them. Engine and Postgres lead groups in which nothing
 * else is; the platform's has more.
 */
const kills: { parts: Part[]; platformBy?: 'process' | 'group' }[] = [
  { parts: ['platform'], platformBy: 'process' },
  { parts: ['engine'] },
  { parts: ['postgres'] },
  { parts: ['platform', 'engine'], platformBy: 'process' },
  { parts: ['platform', 'postgres'], platformBy: 'group' },
  { parts: ['engine', 'postgres'] },
];

/**
 * Tests money and control with a metered provider. Then kills all real processes in the middle of a
 * run and restarts them; the run must continue without any action.
 */
describe('a run on a paid provider', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let product: RunningProduct;
  let ports: Record<string, string>;
  const startAll = () =>
    startProduct({ dataDir: place.dataDir, environment: { ...models.environment, ...ports } });

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    ports = { PORT: String(await chooseTestPort()), ENGINE_PORT: String(await chooseTestPort()) };
    product = await startAll();
  });
  afterEach(() => models.server.failWhen(() => null));
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await place.remove();
  });

  /** Lets calls of the next run hang, starting with the given one. */
  function hangFrom(call: number): Promise<void> {
    const { server } = models;
    const last = server.meter.calls.length + call;
    server.failWhen(() => (server.meter.calls.length >= last ? { kind: 'hang' } : null));
    return server.meter.waitFor((meter) => meter.calls.length >= last);
  }

  // PRO-4
  it('makes no call after the response to Stop', async () => {
    const job = await beginJob(product.baseUrl);
    const reached = hangFrom(3);
    const runId = await startRun(job);
    await reached;
    expect(await job.client.post(`${job.path}/stop`)).toMatchObject({
      status: 200,
      body: { runId, status: 'failed' },
    });
    const calls = models.server.meter.calls.length;
    await models.server.meter.waitFor((meter) => meter.inFlight === 0);
    expect(await readStatus(job)).toMatchObject({ status: 'failed', error: 'Stopped by user' });
    expect(models.server.meter.calls).toHaveLength(calls);
    expect(await job.client.post(`${job.path}/resume`)).toMatchObject({ status: 409 });
  });

  // BUD-1, BUD-3, PRO-1
  it('ends a run at its budget, and refuses the next start', async () => {
    const before = models.server.meter.costNanoUsd;
    const job = await beginJob(product.baseUrl, { ...threeTasks, budget: 0.2 });
    await startRun(job);
    const progress = await waitForStatus(job, 'failed');
    expect(progress.error).toMatch(/^Budget exhausted: spent \$[\d.]+ of \$0\.2/);
    expect((models.server.meter.costNanoUsd - before) / 1e9).toBeLessThanOrEqual(0.2);
    expect(progress.estimated_cost).toBeLessThanOrEqual(0.2);
    // The rest of the budget was too little for a call. Without any rest, a start is refused.
    expect((await job.client.patch(job.path, { budget: progress.estimated_cost })).status).toBe(
      200,
    );
    const refused = await job.client.post<{ error: string }>(`${job.path}/run`);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^Budget exhausted: spent \$[\d.]+ of \$[\d.]+$/);
  });

  /**
   * Calls that arrive are held back until the next gate is closed, so that one is in flight whenever
   * something breaks.
   */
  function closeGates() {
    const { server } = models;
    let gate = Promise.withResolvers<void>();
    let firstCall = 0;
    const openCall = () => {
      gate.resolve();
      gate = Promise.withResolvers<void>();
      firstCall = server.meter.calls.length;
    };
    server.failWhen(() => ({ waitsFor: gate.promise }));
    return {
      next: openCall,
      held: () =>
        server.meter.waitFor(({ calls }) =>
          calls.slice(firstCall).some((call) => call.outcome === 'in flight'),
        ),
      end: () => {
        server.failWhen(() => null);
        gate.resolve();
      },
    };
  }

  async function kill(parts: Part[], platformBy: 'process' | 'group' = 'process'): Promise<void> {
    const { platformPid, enginePid } = product;
    const servers = parts.includes('postgres') ? await findPostgres(place.dataDir) : [];
    const postmaster = Number.parseInt(
      await readFile(join(place.dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    );
    // Its other processes end with the postmaster.
    const pids = { platform: platformPid, engine: enginePid, postgres: postmaster };
    const { meter } = models.server;
    const cutOff = parts.includes('engine')
      ? meter.calls.filter(({ outcome }) => outcome === 'in flight')
      : [];
    for (const part of parts)
      killIfAlive(part === 'platform' && platformBy === 'group' ? -platformPid : pids[part]);
    await noneIsLeft([...parts.map((part) => pids[part]), ...servers]);
    // Otherwise the model server may answer a dead engine before it sees that the connection has
    // ended.
    const isOver = ({ outcome }: MeteredCall) => outcome !== 'in flight';
    await meter.waitFor(() => cutOff.every(isOver));
  }

  /**
   * Changes the password of the services, ends their sessions, and gives the password back once the
   * engine was refused.
   */
  async function refuseLogins(gates: ReturnType<typeof closeGates>): Promise<void> {
    const urls = await readConnectionFile(place.dataDir);
    const { password } = new URL(urls?.serviceUrl ?? '');
    const before = product.output().length;
    await queryProduct(place.dataDir, `alter role ecp_service password 'another'`);
    await queryProduct(
      place.dataDir,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ecp_service'`,
    );
    gates.next();
    await pollUntil(
      () => product.output().slice(before),
      (output) => /"name":"engine".*28P01/.test(output),
    );
    await queryProduct(place.dataDir, `alter role ecp_service password '${password}'`);
  }

  /** Kills each subset of the processes in turn, with a call in flight at each kill. */
  async function killInTurn(first: MainJob, gates: ReturnType<typeof closeGates>) {
    let job = first;
    for (const { parts, platformBy } of kills) {
      await gates.held();
      await kill(parts, platformBy);
      if (parts.includes('platform')) {
        product = await startAll();
        job = continueAt(job, product.baseUrl);
      }
      // An engine that outlives its platform gets its answer now, beside the engine of the new
      // start.
      gates.next();
    }
    await gates.held();
    await refuseLogins(gates);
    return job;
  }

  // PRO-6, LEA-6, LEA-13, REQ-10, ENG-35, RUN-10
  it('completes after each subset of its processes was killed, after logins were refused, and stays paused through a kill of everything; no acknowledged create is lost, and each call is paid once', async () => {
    const { server } = models;
    const gates = closeGates();
    const firstCall = server.meter.calls.length;
    let job = await beginJob(product.baseUrl);
    const { tenantId } = job.tenant;
    await queryProduct(
      place.dataDir,
      `update platform.tenants set plan = 'enterprise' where id = $1`,
      [tenantId],
    );
    const acknowledged = [job.engagement.name];
    // The caller repeats its start under its key after the kills, as if it had not heard of it.
    const start = () =>
      job.client.post<RunStarted>(`${job.path}/run`, undefined, { 'idempotency-key': 'crash' });
    const unheard = start().catch(() => undefined);
    job = await killInTurn(job, gates);

    await gates.held();
    const creates = createUntilKilled(job);
    await creates.begun;
    expect(await job.client.post(`${job.path}/pause`)).toMatchObject({
      body: { status: 'paused' },
    });
    await product.killEverything();
    acknowledged.push(...(await creates.ended));
    await server.meter.waitFor(() => server.meter.inFlight === 0);
    gates.end();
    product = await startAll();
    job = continueAt(job, product.baseUrl);
    await unheard;
    const callsWhilePaused = server.meter.calls.length;
    expect(await readStatus(job)).toMatchObject({ status: 'paused' });
    expect(await job.client.post(`${job.path}/run`)).toMatchObject({ status: 409 });
    expect(server.meter.calls).toHaveLength(callsWhilePaused);
    expect(await job.client.post(`${job.path}/resume`)).toMatchObject({
      status: 200,
      body: { status: 'running' },
    });
    const {
      status,
      body: { runId },
    } = await start();
    expect(status).toBe(200);
    const { error } = await waitForStatus(job, 'completed');
    expect(error ?? null).toBeNull();
    const { body: detail } = await job.client.get<EngagementDetail>(job.path);
    expect(detail.runs.map(({ id }) => id)).toEqual([runId]);

    expect(acknowledged.length).toBeGreaterThan(20);
    const { names, audited, counted } = await readCreateRecords(place.dataDir, tenantId);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
    expect([new Set(names).size, audited, counted]).toEqual(Array(3).fill(names.length));

    const records = await readRunRecords(place.dataDir, runId);
    expect(records).toMatchObject(completeRecords);
    expect(records.eventNumbers).toEqual(records.eventNumbers.map((_, index) => index + 1));
    expect(new Set(records.eventKeys).size).toBe(records.eventKeys.length);
    // Every call has one response. Only calls in flight at a kill have a second attempt.
    const keys = new Set(records.calls.map(({ call_key }) => call_key));
    const answered = records.calls.filter((call) => call.answered);
    expect(answered.map(({ call_key }) => call_key).toSorted()).toEqual([...keys].toSorted());
    const interrupted = records.calls.filter((call) => !call.answered);
    expect(interrupted.every((call) => call.status === 'unknown')).toBe(true);
    const calls = server.meter.calls.slice(firstCall);
    expect(calls.filter(({ outcome }) => outcome === 'answered')).toHaveLength(answered.length);
    expect(calls.length).toBeLessThanOrEqual(records.calls.length);
  });

  async function attach({ client, path }: MainJob, text: string): Promise<Attachment> {
    const form = new FormData();
    form.set('file', new Blob([text]), 'survey.md');
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(`${path}/attachments`, product.baseUrl);
    const answer = await fetch(url, { method: 'POST', body: form, headers: { cookie } });
    return ((await answer.json()) as { attachment: Attachment }).attachment;
  }

  /** Expects run, statement and stored calls to have the cost that the provider billed. */
  async function expectBilled(job: MainJob, runId: string, billedUsd: number): Promise<void> {
    expect(billedUsd).toBeGreaterThan(0);
    const progress = await readStatus(job);
    expect(progress.estimated_cost).toBeCloseTo(billedUsd, 6);
    const engagement = (await job.client.get<Engagement & { runs: Run[] }>(job.path)).body;
    expect(engagement.runs).toMatchObject([{ id: runId, estimatedCost: progress.estimated_cost }]);
    const { calls } = await readRunRecords(place.dataDir, runId);
    expect(calls.reduce((sum, { cost }) => sum + cost, 0) / 1e9).toBeCloseTo(billedUsd, 6);
    const { models: stated } = (
      await job.client.get<AiUseStatement>(`${job.path}/export/ai-use?format=json`)
    ).body;
    const sum = (field: 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd') =>
      stated.reduce((total, model) => total + model[field], 0);
    expect(sum('costUsd')).toBeCloseTo(billedUsd, 6);
    expect(sum('calls')).toBe(calls.length);
    expect(engagement.runs).toMatchObject([
      { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') },
    ]);
    expect(stated.map(({ provider }) => provider)).not.toContain('unknown');
    const analytics = (await job.client.get<RunAnalytics>(`${job.path}/analytics`)).body;
    expect(analytics.modelRouting.every(({ cost }) => cost > 0)).toBe(true);
  }

  // AIU-8, PRO-3, DCK-9, DEP-5, DEP-6, DEP-7
  it('records the provider’s cost to the cent, and continues in another place from a backup taken meanwhile, as its slides do, and pays no answered call twice', async () => {
    const finished = await beginJob(product.baseUrl, {
      ...threeTasks,
      tasks: threeTasks.tasks.slice(1, 2),
    });
    const file = await attach(finished, 'Of 310 subscribers 61 percent renewed.');
    const costBefore = models.server.meter.costNanoUsd;
    const finishedRunId = await startRun(finished);
    await waitForStatus(finished, 'completed');
    const billedUsd = (models.server.meter.costNanoUsd - costBefore) / 1e9;
    await expectBilled(finished, finishedRunId, billedUsd);
    const document = await readDeliverable(finished, 'cost-model.md');

    const { server } = models;
    const answeredBefore = 4;
    let firstCall = Number.POSITIVE_INFINITY;
    const slides = [
      { kind: 'summary', title: 'The answer comes first', points: [], exhibit: '', sources: [] },
    ];
    const isOfSlides = ({ response_format: format }: ChatRequest) =>
      format?.json_schema?.name === 'storyline';
    const isLate = () => server.meter.calls.length - firstCall > answeredBefore;
    server.respondWith((request) => (isOfSlides(request) ? JSON.stringify({ slides }) : null));
    server.failWhen((request) => (isOfSlides(request) || isLate() ? { kind: 'hang' } : null));
    const finishedCalls = server.meter.calls.length;
    expect((await finished.client.post(`${finished.path}/storyline`)).status).toBe(202);
    await server.meter.waitFor(() => server.meter.calls.length > finishedCalls);
    firstCall = server.meter.calls.length;
    const running = await beginJob(product.baseUrl);
    const runId = await startRun(running);
    await server.meter.waitFor(isLate);
    await pollUntil(
      async () => (await readRunRecords(place.dataDir, runId)).calls,
      (records) => records.filter(({ answered }) => answered).length === answeredBefore,
    );
    const elsewhere = makeDataDir();
    const folder = join(dirname(place.dataDir), 'backup');
    const key = join(dirname(place.dataDir), 'kept.key');
    const run = (script: string, dataDir: string) =>
      execFileSync(process.execPath, [`scripts/${script}.ts`, folder, '--key', key], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir },
        encoding: 'utf8',
      });
    expect(run('backup', place.dataDir)).toMatch(/^Files: [1-9]/m);
    await product.killEverything();
    await server.meter.waitFor(() => server.meter.inFlight === 0);
    server.failWhen(() => null);
    const callsBefore = server.meter.calls.length;

    run('restore', elsewhere.dataDir);
    try {
      product = await startProduct({ dataDir: elsewhere.dataDir, environment: models.environment });
      const restoredJob = continueAt(finished, product.baseUrl);
      await expectSlidesOnce(restoredJob, elsewhere.dataDir);
      await waitForStatus(continueAt(running, product.baseUrl), 'completed');
      const records = await readRunRecords(elsewhere.dataDir, runId);
      expect(records).toMatchObject(completeRecords);
      const keys = new Set(records.calls.map(({ call_key }) => call_key));
      expect(records.calls.filter(({ answered }) => answered)).toHaveLength(keys.size);
      const callsOfSlides = 1;
      expect(server.meter.calls.length - callsBefore - callsOfSlides).toBe(
        keys.size - answeredBefore,
      );

      expect(await readDeliverable(restoredJob, 'cost-model.md')).toEqual(document);
      const { body } = await restoredJob.client.get<{ downloadUrl: string }>(
        `${restoredJob.path}/attachments/${file.id}`,
      );
      const download = await fetch(new URL(new URL(body.downloadUrl).pathname, product.baseUrl));
      expect(await download.text()).toContain('61 percent renewed');
    } finally {
      await product.stop();
      await elsewhere.remove();
    }
  });

  /**
   * Expects slides whose first call was lost: one order, and one call that was answered and paid.
   */
  async function expectSlidesOnce({ client, path }: MainJob, dataDir: string): Promise<void> {
    const read = async () => (await client.get<Storyline>(`${path}/storyline`)).body;
    const written = await pollUntil(read, ({ status }) => status !== 'writing');
    expect(written).toMatchObject({ origin: 'model', status: 'ready', failureReason: null });
    expect(written.slides.map(({ title }) => title)).toContain('The answer comes first');
    const orders = await queryProduct<{ id: string }>(
      dataDir,
      `select id from engine.runs where kind = 'storyline'`,
    );
    expect(orders).toHaveLength(1);
    const { calls } = await readRunRecords(dataDir, orders[0]?.id ?? '');
    expect(calls.map(({ status, answered }) => [status, answered])).toEqual([
      ['unknown', false],
      ['settled', true],
    ]);
    const paid = calls.reduce((sum, { cost }) => sum + cost, 0);
    expect(written.costUsd).toBeCloseTo(paid / 1e9, 9);
  }
});
