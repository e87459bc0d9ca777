import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelKey, ModelKeyList } from '@ecp/contract/identity/model-keys';
import type { Notice } from '@ecp/contract/reach/notices';
import type { ModelList, ModelTest } from '@ecp/contract/reach/service';
import type { Grid } from '@ecp/contract/work/grids';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginJob,
  type MainJob,
  queryProduct,
  startRun,
  threeTasks,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

const price = { inputPerMillion: 3, outputPerMillion: 15 };
const catalog = {
  models: [
    { id: 'fake-model', provider: 'openai-compatible', tier: 'standard', ...price },
    { id: 'other-model', provider: 'openai-compatible', tier: 'premium', ...price },
    { id: 'gpt-4.1-mini', provider: 'openai', tier: 'economy', ...price },
  ],
};
const houseKey = 'sk-of-the-house-0000';
const oneTask = { ...threeTasks, tasks: threeTasks.tasks.slice(0, 1) };

/** The house's provider and two of tenants, which count the calls with each key. */
describe('tenants with keys of their own', { timeout: 600_000 }, () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  let house: FakeLlmServer;
  let first: FakeLlmServer;
  let second: FakeLlmServer;

  beforeAll(async () => {
    [house, first, second] = (await Promise.all([0, 0, 0].map(() => startFakeLlmServer()))) as [
      FakeLlmServer,
      FakeLlmServer,
      FakeLlmServer,
    ];
    const file = join(dirname(place.dataDir), 'own-catalog.json');
    await writeFile(file, JSON.stringify(catalog));
    const environment = {
      OPENAI_COMPATIBLE_BASE_URL: house.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: houseKey,
      OPENAI_COMPATIBLE_MODELS: 'fake-model,other-model',
      MODEL_CATALOG: file,
      OUTBOUND_ALLOWED_HOSTS: [first, second].map(({ baseUrl }) => new URL(baseUrl).host).join(),
    };
    product = await startProduct({ dataDir: place.dataDir, environment });
  });
  afterAll(async () => {
    await product?.stop();
    await Promise.all([house, first, second].map((server) => server?.close()));
    await place.remove();
  });
  beforeEach(() => {
    for (const server of [house, first, second]) server.failWhen(() => null);
  });

  const keysAt = (server: FakeLlmServer) =>
    [...new Set(server.meter.calls.map(({ key }) => key))].sort();
  const put = ({ client }: MainJob, provider: string, body: object) =>
    client.put<ModelKey>(`/api/account/model-keys/${provider}`, body);

  async function upload({ client, path }: MainJob, name: string, text: string): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([text]), name);
    form.set('category', 'data');
    const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const answer = await fetch(new URL(`${path}/attachments`, product.baseUrl), {
      method: 'POST',
      body: form,
      headers: { cookie },
    });
    expect(answer.status).toBe(201);
  }

  /** Uses models in every way in which a tenant can, and returns the id of its run. */
  async function useEverything(job: MainJob): Promise<string> {
    const { client, path } = job;
    await upload(job, 'lease.md', '# Lease\n\nThe rent of the hall is EUR 900 a month.\n');
    await upload(job, 'sales.csv', 'year,sales\n2024,100\n2025,120\n');
    const { body: unplanned } = await client.post<{ id: string }>('/api/engagements', {
      ...threeTasks,
      tasks: [],
    });
    expect((await client.post(`/api/engagements/${unplanned.id}/plan`)).status).toBe(200);
    expect((await client.post(`${path}/plan`)).status).toBe(200);
    const runId = await startRun(job);
    await waitForStatus(job, 'completed', 240_000);
    const columns = [{ name: 'Rent', question: 'What is the rent?', type: 'text' }];
    const { body: grid } = await client.post<Grid>(`${path}/grids`, { title: 'Leases', columns });
    await pollUntil(
      async () => (await client.get<Grid>(`${path}/grids/${grid.id}`)).body.status,
      (status) => status === 'completed',
      120_000,
    );
    await client.post(`${path}/query-drafts`, { question: 'How much were the sales of 2025?' });
    const { body: tested } = await client.post<ModelTest>('/api/models/test', {
      model: 'fake-model',
    });
    expect(tested.refusal).toBeNull();
    return runId;
  }

  // MKY-2, MKY-3, MKY-4, MKY-5, MKY-6, MKY-7, MKY-11
  it('are served by their own keys alone, and nobody else is', async () => {
    const [own, other, without] = [
      await beginJob(product.baseUrl, oneTask),
      await beginJob(product.baseUrl, oneTask),
      await beginJob(product.baseUrl, oneTask),
    ];
    const [ownKey, otherKey] = ['sk-of-tenant-one-1111', 'sk-of-tenant-two-2222'];
    expect(
      await put(own, 'openai-compatible', {
        apiKey: ownKey,
        baseUrl: first.baseUrl,
        models: ['fake-model'],
      }),
    ).toMatchObject({ status: 200 });
    expect(
      await put(other, 'openai-compatible', {
        apiKey: otherKey,
        baseUrl: second.baseUrl,
        models: ['fake-model'],
      }),
    ).toMatchObject({ status: 200 });
    const { body: list } = await own.client.get<ModelList>('/api/models');
    expect([list.connected, list.models.map(({ id }) => id)]).toEqual([true, ['fake-model']]);
    const { body: shared } = await without.client.get<ModelList>('/api/models');
    expect(shared.models.map(({ id }) => id)).toEqual(['fake-model', 'other-model']);

    const runs = await Promise.all([useEverything(own), startRun(other)]);
    await waitForStatus(other, 'completed', 240_000);
    expect([keysAt(house), keysAt(first), keysAt(second)]).toEqual([[], [ownKey], [otherKey]]);
    await startRun(without);
    await waitForStatus(without, 'completed', 240_000);
    expect([keysAt(house), keysAt(first), keysAt(second)]).toEqual([
      [houseKey],
      [ownKey],
      [otherKey],
    ]);
    const asked = new Set(first.meter.calls.map(({ body }) => body.model));
    expect([...asked]).toEqual(['fake-model']);

    const purposes = await queryProduct<{ purpose: string }>(
      place.dataDir,
      `select distinct c.purpose from engine.model_calls c where c.tenant_id = $1 and c.status = 'settled' order by purpose`,
      [own.tenant.tenantId],
    );
    const names = purposes.map(({ purpose }) => purpose);
    for (const purpose of ['plan', 'draft', 'evaluate', 'grid', 'query'])
      expect(names).toContain(purpose);
    const learned = await queryProduct<{ own_models: boolean }>(
      place.dataDir,
      'select distinct own_models from engine.routing_decisions where run_id = any($1)',
      [runs],
    );
    expect(learned).toEqual([{ own_models: true }]);

    const everything = await queryProduct<{ row: string }>(
      place.dataDir,
      `select to_jsonb(r)::text as row from engine.runs r union all select to_jsonb(e)::text from engine.events e
        union all select to_jsonb(c)::text from engine.model_calls c union all select to_jsonb(k)::text from platform.model_keys k
        union all select to_jsonb(a)::text from platform.audit_log a`,
    );
    expect(everything.length).toBeGreaterThan(10);
    for (const secret of [ownKey, otherKey]) {
      expect(everything.filter(({ row }) => row.includes(secret))).toEqual([]);
      expect(product.output()).not.toContain(secret);
    }
    const { body: keys } = await own.client.get<ModelKeyList>('/api/account/model-keys');
    expect(keys.keys).toMatchObject([
      { last4: '1111', lastUsedAt: expect.any(String), refusedAt: null },
    ]);
  });

  // MKY-10, MKY-12
  it('go on with another key when a provider refuses one during a run, and tell the admins', async () => {
    const job = await beginJob(product.baseUrl, oneTask);
    const broken = {
      apiKey: 'sk-that-breaks-5555',
      baseUrl: first.baseUrl,
      models: ['fake-model'],
    };
    await put(job, 'openai-compatible', broken);
    await put(job, 'openai', { apiKey: 'sk-that-holds-6666', baseUrl: second.baseUrl });
    let calls = 0;
    first.failWhen(() => (++calls > 2 ? { kind: 'unauthorized' } : null));
    const houseCalls = house.meter.calls.length;
    await startRun(job);
    await waitForStatus(job, 'completed', 240_000);
    expect(house.meter.calls).toHaveLength(houseCalls);
    expect(keysAt(second)).toContain('sk-that-holds-6666');
    const notices = await pollUntil(
      async () => (await job.client.get<{ notices: Notice[] }>('/api/notices')).body.notices,
      (all) => all.some(({ kind }) => kind === 'model_key_refused'),
    );
    const told = notices.filter(({ kind }) => kind === 'model_key_refused');
    expect(told).toMatchObject([{ data: { provider: 'openai-compatible', last4: '5555' } }]);
  });
});
