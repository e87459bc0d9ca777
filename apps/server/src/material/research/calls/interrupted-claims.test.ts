import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import { takeLease } from '@ecp/database/executor-lease';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createResearchTenant,
  type FakeWeb,
  type ResearchTenant,
  startFakeWeb,
} from '../../../../testing/research/research-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { openAgentMaterial } from '../../../engine/tools/open-agent-material.ts';

let web: FakeWeb;
let platform: TestPlatform;
let tenant: ResearchTenant;
let address: string;
beforeAll(async () => {
  web = await startFakeWeb();
  platform = await startTestPlatform({ config: web.config });
  address = web.site.addressOf('operator/fleet');
  tenant = await createResearchTenant(platform, { brief: address });
});
afterAll(async () => {
  await platform.close();
  await web.close();
});

const agents = () => openAgentMaterial(platform.services);
const targetOf = ({ tenantId, engagementId, run }: ResearchTenant) => {
  return { tenantId, engagementId, runId: run.request.runId };
};

/** Inserts a read that a process has claimed. */
async function insertClaim(claimedBy: string, ageSeconds = 0): Promise<string> {
  const id = createId();
  await platform.asSuperuser(
    `insert into platform.page_reads (id, tenant_id, engagement_id, run_id, agent_slug, url, addresses, state, claimed_by,
        created_at)
      values ($1, $2, $3, $4, 'analyst', $5, '{}', 'claimed', $6, now() - make_interval(secs => $7))`,
    [
      id,
      tenant.tenantId,
      tenant.engagementId,
      tenant.run.request.runId,
      address,
      claimedBy,
      ageSeconds,
    ],
  );
  return id;
}

describe('a read that a process has claimed', () => {
  // RES-4
  test('is interrupted when its process has no lease, or it is too old', async () => {
    const before = web.site.requests.length;
    expect(await tenant.refusal(address, await insertClaim('platform-dead'))).toBe('interrupted');
    expect(
      await tenant.refusal(address, await insertClaim('platform-7/of-the-release-before')),
    ).toBe('interrupted');
    const own = platform.services.executorId;
    expect(await tenant.refusal(address, await insertClaim(own, 500))).toBe('interrupted');
    expect(web.site.requests.length).toBe(before);
  });

  // RES-4, RES-5
  test('is ended by the next call when the process died before it copied the page, also without research', async () => {
    const own = await createResearchTenant(platform, { brief: address });
    const page = await own.readPage(address);
    const id = createId();
    await platform.asSuperuser(
      `insert into platform.page_reads (id, tenant_id, engagement_id, run_id, agent_slug, url, addresses, state)
        values ($1, $2, $3, $4, 'analyst', $5, array[$5::text], 'claimed')`,
      [id, own.tenantId, own.engagementId, own.run.request.runId, address],
    );
    await platform.asSuperuser(
      'update platform.engagements set research_enabled = false where id = $1',
      [own.engagementId],
    );
    expect(await own.readPage(address, id)).toEqual(page);
  });

  // RES-4
  test('is awaited while its process lives', async () => {
    const lease = await takeLease(platform.url, 'platform', pino({ level: 'silent' }));
    const id = await insertClaim(lease.executorId);
    const answer = tenant.refusal(address, id);
    await tenant.listResearch();
    await platform.asSuperuser(
      `update platform.page_reads set state = 'refused', refusal = '{"reason":"timeout","detail":null}' where id = $1`,
      [id],
    );
    expect(await answer).toBe('timeout');
    await lease.release();
  });
});

describe('a search that a process has claimed', () => {
  // RES-4
  test('is interrupted and counts as paid when the process is dead', async () => {
    const id = createId();
    await platform.asSuperuser(
      `insert into platform.searches (id, tenant_id, engagement_id, run_id, agent_slug, query, words, state, claimed_by)
        values ($1, $2, $3, $4, 'analyst', 'ferry', 'ferry', 'claimed', 'platform-dead')`,
      [id, tenant.tenantId, tenant.engagementId, tenant.run.request.runId],
    );
    expect(await tenant.search('ferry', id)).toEqual({ refused: expect.any(String), paid: true });
    expect(await tenant.search('Ferry')).toEqual({ refused: expect.any(String), paid: false });
    expect(web.search.calls).toHaveLength(0);
    const { searches } = await tenant.listResearch();
    expect(searches.map(({ reason, costUsd }) => ({ reason, costUsd }))).toEqual([
      { reason: 'interrupted', costUsd: 0 },
      { reason: 'interrupted', costUsd: 0.005 },
    ]);
  });
});

describe('a search whose price is held', () => {
  /** Inserts a search as the engine of a process did that died an hour ago, before it asked. */
  async function insertHeld(query: string): Promise<string> {
    const id = createId();
    await platform.asSuperuser(
      `insert into platform.searches (id, tenant_id, engagement_id, run_id, agent_slug, task_id, query, words, state,
          held_nano_usd, created_at)
        values ($1, $2, $3, $4, 'analyst', 'task-1', $5, $5, 'held', 5000000, now() - interval '1 hour')`,
      [id, tenant.tenantId, tenant.engagementId, tenant.run.request.runId, query],
    );
    return id;
  }

  // RES-4
  test('is sent under its id, once', async () => {
    const before = web.search.calls.length;
    const id = await insertHeld('tunnel');
    const answer = await tenant.search('tunnel', id);
    expect(answer).toMatchObject({ paid: true });
    expect(await tenant.search('tunnel', id)).toEqual(answer);
    expect(web.search.calls.length - before).toBe(1);
    // Otherwise those who wait for it would take its process for dead.
    const isNew = `select created_at > now() - interval '30 minutes' as "isNew" from platform.searches where id = $1`;
    expect(await platform.asSuperuser(isNew, [id])).toEqual([{ isNew: true }]);
  });

  // RES-5
  test('takes the results of the same words, unpaid', async () => {
    await tenant.search('bridge');
    const before = web.search.calls.length;
    const answer = await tenant.search('bridge', await insertHeld('bridge'));
    expect(answer).toMatchObject({ paid: false });
    expect(web.search.calls.length).toBe(before);
  });

  // RES-4
  test('that gave no answer counts as paid, and its id gets no other outcome', async () => {
    const before = web.search.calls.length;
    const id = await insertHeld('quay');
    const interruption = await agents().interruptSearch(targetOf(tenant), id);
    expect(interruption).toEqual({ refused: expect.any(String), paid: true });
    expect(await tenant.search('quay', id)).toEqual(interruption);
    expect(web.search.calls.length).toBe(before);
  });

  test('keeps its results if they were there already', async () => {
    const id = await insertHeld('harbour');
    const answer = await tenant.search('harbour', id);
    expect(await agents().interruptSearch(targetOf(tenant), id)).toEqual(answer);
  });
});

describe('the pages of a task', () => {
  // RES-3, RES-13
  test('are those that its agents were given, each once, without one that reached nobody', async () => {
    const secondAddress = web.site.addressOf('operator/routes');
    const researcher = await createResearchTenant(platform, {
      brief: `${address} ${secondAddress}`,
    });
    const target = targetOf(researcher);
    const page = await researcher.readPage(address);
    await researcher.readPage(address);
    const id = createId();
    await researcher.readPage(secondAddress, id);
    const refusal = await agents().interruptRead(target, id);
    expect(await researcher.read(secondAddress, id)).toEqual(refusal);
    expect(await agents().readTaskPages(target, ['task-1'])).toEqual([page]);
    expect(await agents().readTaskPages(target, ['task-2'])).toEqual([]);
  });
});

describe('a tenant without room', () => {
  // RES-13, BIL-10
  test('archives nothing, and nothing is fetched once its records fill its plan', async () => {
    const poor = await createResearchTenant(platform, {
      brief: `${address} ${web.site.addressOf('operator/routes')}`,
    });
    await platform.asSuperuser(`update platform.tenants set plan = 'starter' where id = $1`, [
      poor.tenantId,
    ]);
    await platform.asSuperuser(
      `insert into platform.storage_reservations (id, tenant_id, storage_key, size_bytes) values ($1, $2, $1, 1e15)`,
      [createId(), poor.tenantId],
    );
    expect(await poor.refusal(address)).toBe('storage_full');
    expect(await poor.listPages()).toEqual([]);
    const before = [web.site.requests.length, web.search.calls.length];
    const { recordQuota } = platform.services;
    const full = new ApiError('storage_limit_exceeded', { values: { limit: '1 MB' } });
    platform.services.recordQuota = { requireRoom: () => Promise.reject(full) };
    try {
      expect(await poor.refusal(web.site.addressOf('operator/routes'))).toBe('storage_full');
      expect(await poor.search('ferry')).toEqual({ refused: expect.any(String), paid: false });
      expect((await poor.listResearch()).searches).toMatchObject([{ reason: 'storage_full' }]);
    } finally {
      platform.services.recordQuota = recordQuota;
    }
    expect([web.site.requests.length, web.search.calls.length]).toEqual(before);
  });
});

describe('an engagement', () => {
  // RES-19
  test('takes its pages and their objects with it', async () => {
    const own = await createResearchTenant(platform, { brief: address });
    await own.readPage(address);
    const prefix = `tenants/${own.tenantId}/engagements/${own.engagementId}/`;
    const listObjects = async () =>
      (await Array.fromAsync(platform.services.storage.list(prefix))).length;
    expect(await listObjects()).toBeGreaterThanOrEqual(2);
    own.run.complete();
    await own.waitForEnd(own.engagementId);
    expect((await own.delete(own.base)).status).toBe(200);
    await expect.poll(listObjects).toBe(0);
    for (const table of ['pages', 'searches', 'page_reads']) {
      const rows = await platform.asSuperuser(
        `select 1 from platform.${table} where engagement_id = $1`,
        [own.engagementId],
      );
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });
});
