import type { Engagement } from '@ecp/contract/work/engagements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRedis } from '../../../testing/servers/start-redis.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

const server = await startRedis();
let platform: TestPlatform;
let tenant: TestTenant;
let reads: string[];
beforeAll(async () => {
  platform = await startTestPlatform({ config: { redisUrl: server?.url } });
  const { encodedBodies } = platform.services;
  platform.services.encodedBodies = {
    ...encodedBodies,
    set(tenantId, name, ...body) {
      reads.push(name);
      encodedBodies.set(tenantId, name, ...body);
    },
  };
});
afterAll(async () => {
  await platform.close();
  await server?.stop();
});

describe('the list is kept encoded', () => {
  beforeEach(async () => {
    reads = [];
    tenant = await createTestTenant(platform);
  });
  const list = async (query = '') =>
    (await tenant.get<Engagement[]>(`/api/engagements${query}`)).body;
  /** Reads twice, the second time from the cache. */
  const listTwice = async () => {
    const first = await list();
    const made = reads.length;
    expect(await list()).toEqual(first);
    expect(reads).toHaveLength(made);
    return first;
  };

  // ENG-18
  test('a second read is answered from the cache, with the same body and ETag', async () => {
    await tenant.createEngagement();
    const [first, second] = [
      await tenant.get('/api/engagements'),
      await tenant.get('/api/engagements'),
    ];
    expect(reads).toHaveLength(1);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  // ENG-18
  test('every change of an engagement is visible at once: create, edit, run, end, delete', async () => {
    const { id } = await tenant.createEngagement();
    expect(await listTwice()).toHaveLength(1);
    const other = await tenant.createEngagement({ name: 'Second' });
    expect((await listTwice()).map((engagement) => engagement.name)).toEqual([
      'Second',
      'Market entry',
    ]);
    await platform.asSuperuser(`update platform.engagements set client = 'Edited' where id = $1`, [
      id,
    ]);
    expect((await listTwice())[1]?.client).toBe('Edited');
    platform.engine.onStart((run) => run.complete());
    await tenant.post(`/api/engagements/${id}/run`);
    const ended = await tenant.waitForEnd(id);
    expect((await listTwice())[1]?.status).toBe(ended.status);
    await tenant.delete(`/api/engagements/${other.id}`);
    expect(await listTwice()).toHaveLength(1);
    await platform.asSuperuser(
      `update platform.engagements set archived_at = now() where id = $1`,
      [id],
    );
    expect(await listTwice()).toEqual([]);
    expect(await list('?include_archived=true')).toHaveLength(1);
  });

  test('entries of filters, searches, pages and tenants are separate', async () => {
    await tenant.createEngagement();
    const stranger = await createTestTenant(platform);
    await stranger.createEngagement({ name: 'Theirs' });
    expect(await list()).toHaveLength(1);
    expect(await list('?status=running')).toEqual([]);
    expect(await list('?q=nothing')).toEqual([]);
    expect(
      (await stranger.get<Engagement[]>('/api/engagements')).body.map(({ name }) => name),
    ).toEqual(['Theirs']);
  });

  test('erasing a tenant deletes its list version', async () => {
    await tenant.createEngagement();
    await platform.asSuperuser(`delete from platform.tenants where id = $1`, [tenant.tenantId]);
    const left = `select 1 from platform.list_versions where tenant_id = $1`;
    expect(await platform.asSuperuser(left, [tenant.tenantId])).toEqual([]);
  });
});

test.runIf(server)('when Redis goes down, lists and limits continue in this process', async () => {
  tenant = await createTestTenant(platform);
  await tenant.createEngagement();
  expect((await tenant.get('/api/engagements')).status).toBe(200);
  await server?.stop();
  await tenant.createEngagement({ name: 'While it is away' });
  const answer = await tenant.get<Engagement[]>('/api/engagements');
  expect(answer.body).toHaveLength(2);
  expect(answer.headers.get('ratelimit')).toMatch(/^"api";r=\d+;t=\d+$/);
  await server?.start();
});
