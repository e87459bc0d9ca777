import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { Storyline } from '@ecp/contract/work/storylines';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUntilKilled, readCreateRecords } from './testing/create-until-killed.ts';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import {
  beginJob,
  continueAt,
  type MainJob,
  queryProduct,
  readDeliverable,
  startRun,
  threeTasks,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

/** Kills all real processes in the middle of a run and restarts them; the run must continue without any action. */
describe('a run during which the whole product is killed', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let product: RunningProduct;
  const startAll = () => startProduct({ dataDir: place.dataDir, environment: models.environment });

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    product = await startAll();
  });
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await place.remove();
  });

  // A run makes about 9 calls. Kills hit the first call, parallel calls and the last one.
  // PRO-6, REQ-10, ENG-35
  it('continues without any action after kills at three of its calls, and no acknowledged create is lost', async () => {
    const kills = [1, 7, 9];
    const { server } = models;
    let job = await beginJob(product.baseUrl);
    const { tenantId } = job.tenant;
    await queryProduct(place.dataDir, `update platform.tenants set plan = 'enterprise' where id = $1`, [tenantId]);
    const acknowledged = [job.engagement.name];
    const firstCall = server.meter.calls.length;
    // The caller does not hear of its start, and repeats it under its key.
    const start = () => job.client.post<RunStarted>(`${job.path}/run`, undefined, { 'idempotency-key': 'crash' });
    const unheard = start().catch(() => undefined);
    for (const kill of kills) {
      // The response is held back, so that the call is in flight at the kill.
      server.failWhen(() => (server.meter.calls.length - firstCall >= kill ? { kind: 'hang' } : null));
      await server.meter.waitFor(() => server.meter.calls.length - firstCall >= kill);
      const creates = createUntilKilled(job, kill);
      await creates.begun;
      await product.killEverything();
      acknowledged.push(...(await creates.ended));
      await server.meter.waitFor(() => server.meter.inFlight === 0);
      server.failWhen(() => null);
      product = await startAll();
      job = continueAt(job, product.baseUrl);
    }
    await unheard;
    const {
      status,
      body: { runId },
    } = await start();
    expect(status).toBe(200);
    await waitForStatus(job, 'completed');
    const { body: detail } = await job.client.get<EngagementDetail>(job.path);
    expect(detail.runs.map(({ id }) => id)).toEqual([runId]);

    expect(acknowledged.length).toBeGreaterThan(20 * kills.length);
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
    const calls = server.meter.calls.slice(firstCall);
    const interrupted = records.calls.filter((call) => !call.answered);
    // An answer may arrive at the very moment of a kill. It is lost, and its call counts as interrupted.
    const lost = calls.filter(({ outcome }) => outcome === 'answered').length - answered.length;
    expect(lost).toBeGreaterThanOrEqual(0);
    expect(lost).toBeLessThanOrEqual(interrupted.length);
    expect(interrupted.map(({ status }) => status)).toEqual(interrupted.map(() => 'unknown'));
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

  // DCK-9
  it('writes the slides of a deck after a kill at their call, once', async () => {
    const { server } = models;
    let job = await beginJob(product.baseUrl, { ...threeTasks, tasks: threeTasks.tasks.slice(0, 1) });
    await startRun(job);
    await waitForStatus(job, 'completed');
    const slides = [{ kind: 'summary', title: 'The answer comes first', points: [], exhibit: '', sources: [] }];
    const isAsked = ({ response_format: format }: ChatRequest) => format?.json_schema?.name === 'storyline';
    const firstCall = server.meter.calls.length;
    server.failWhen((request) => (isAsked(request) ? { kind: 'hang' } : null));
    server.respondWith((request) => (isAsked(request) ? JSON.stringify({ slides }) : null));
    expect((await job.client.post(`${job.path}/storyline`)).status).toBe(202);
    await server.meter.waitFor(() => server.meter.calls.length > firstCall);
    await product.killEverything();
    await server.meter.waitFor(() => server.meter.inFlight === 0);
    server.failWhen(() => null);
    product = await startAll();
    job = continueAt(job, product.baseUrl);
    const read = async () => (await job.client.get<Storyline>(`${job.path}/storyline`)).body;
    const written = await pollUntil(read, ({ status }) => status !== 'writing');
    expect(written).toMatchObject({ origin: 'model', status: 'ready', failureReason: null });
    expect(written.slides.map(({ title }) => title)).toContain('The answer comes first');
    const orders = await queryProduct<{ id: string }>(
      place.dataDir,
      `select id from engine.runs where kind = 'storyline'`,
    );
    expect(orders).toHaveLength(1);
    const { calls } = await readRunRecords(place.dataDir, orders[0]?.id ?? '');
    expect(calls.map(({ status, answered }) => [status, answered])).toEqual([
      ['unknown', false],
      ['settled', true],
    ]);
    expect(server.meter.calls.slice(firstCall)).toHaveLength(2);
    const paid = calls.reduce((sum, { cost }) => sum + cost, 0);
    expect(written.costUsd).toBeCloseTo(paid / 1e9, 9);
  });

  // DEP-5, DEP-6, DEP-7
  it('continues in another place from a backup taken meanwhile, and pays no answered call twice', async () => {
    const finished = await beginJob(product.baseUrl);
    const file = await attach(finished, 'Of 310 subscribers 61 percent renewed.');
    await startRun(finished);
    await waitForStatus(finished, 'completed');
    const document = await readDeliverable(finished, 'cost-model.md');

    const { server } = models;
    const running = await beginJob(product.baseUrl);
    const firstCall = server.meter.calls.length;
    const answeredBefore = 4;
    server.failWhen(() => (server.meter.calls.length - firstCall > answeredBefore ? { kind: 'hang' } : null));
    const runId = await startRun(running);
    await server.meter.waitFor(() => server.meter.calls.length - firstCall > answeredBefore);
    await pollUntil(
      async () => (await readRunRecords(place.dataDir, runId)).calls.filter(({ answered }) => answered).length,
      (answered) => answered === answeredBefore,
    );
    const elsewhere = makeDataDir();
    const folder = join(dirname(place.dataDir), 'backup');
    const key = join(dirname(place.dataDir), 'kept.key');
    const run = (script: string, dataDir: string) =>
      execFileSync(process.execPath, [`scripts/${script}.ts`, folder, '--key', key], {
        ...{ cwd: root, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
      });
    expect(run('backup', place.dataDir)).toMatch(/^Files: [1-9]/m);
    await product.killEverything();
    await server.meter.waitFor(() => server.meter.inFlight === 0);
    server.failWhen(() => null);
    const callsBefore = server.meter.calls.length;

    run('restore', elsewhere.dataDir);
    try {
      product = await startProduct({ dataDir: elsewhere.dataDir, environment: models.environment });
      await waitForStatus(continueAt(running, product.baseUrl), 'completed');
      const records = await readRunRecords(elsewhere.dataDir, runId);
      expect(records).toMatchObject(completeRecords);
      const keys = new Set(records.calls.map(({ call_key }) => call_key));
      expect(records.calls.filter(({ answered }) => answered)).toHaveLength(keys.size);
      expect(server.meter.calls.length - callsBefore).toBe(keys.size - answeredBefore);

      const whole = continueAt(finished, product.baseUrl);
      expect(await readDeliverable(whole, 'cost-model.md')).toEqual(document);
      const { body } = await whole.client.get<{ downloadUrl: string }>(`${whole.path}/attachments/${file.id}`);
      const download = await fetch(new URL(new URL(body.downloadUrl).pathname, product.baseUrl));
      expect(await download.text()).toContain('61 percent renewed');
    } finally {
      await product.stop();
      await elsewhere.remove();
    }
  });
});
