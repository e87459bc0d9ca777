import type { Engagement } from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import {
  claimIdempotencyKey,
  purgeIdempotencyRecords,
  releaseClaim,
  renewClaim,
  storeResponse,
} from './idempotency-claims.ts';

let fresh: FreshDatabase;
let platform: TestPlatform;
let tenant: KeyedTenant;
const config = { secretKeys: ['the secret of this installation'] as const };
beforeAll(async () => {
  fresh = await createFreshDatabase();
  platform = await startTestPlatform({ freshDatabase: fresh, config });
});
afterAll(async () => {
  await platform.close();
  await fresh.drop();
});
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});

const body = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };
const create = (key: string, fields: object = body, client = tenant.owner) =>
  client.post<Engagement & { code?: string }>('/api/engagements', fields, {
    'idempotency-key': key,
  });
const countEngagements = async () =>
  (await tenant.owner.get<Engagement[]>('/api/engagements')).body.length;
const start = (id: string, key: string) =>
  tenant.owner.post(`/api/engagements/${id}/run`, undefined, { 'idempotency-key': key });
/** Lets no run begin on the engine, and everybody read. */
const lockEngineRuns = 'lock table engine.runs in share row exclusive mode';
const isReplay = ({ headers }: { headers: Headers }) =>
  headers.get('idempotency-replayed') === 'true';

// REQ-3
test('Idempotency-Key: the same key and body returns the first response, and nothing is done again', async () => {
  const first = await create('one');
  const second = await create('one');
  expect([first.status, isReplay(first)]).toEqual([201, false]);
  expect([second.status, isReplay(second)]).toEqual([201, true]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await countEngagements()).toBe(1);
  expect((await create('two')).body.id).not.toBe(first.body.id);
});

// REQ-4
test('Idempotency-Key: the same key with another body or path is 422', async () => {
  const { id } = (await create('one')).body;
  for (const other of [{ name: 'Market exit' }, { undeclared: 1 }]) {
    expect(await create('one', { ...body, ...other })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  }
  expect(await start(id, 'one')).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
  expect(await countEngagements()).toBe(1);
});

// PRO-15
test('twenty concurrent creates with one key make one engagement', async () => {
  const persist = () =>
    pollUntil(
      () => create('storm'),
      (answer) => {
        if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('1');
        return answer.status !== 409;
      },
    );
  const answers = await Promise.all(Array.from({ length: 20 }, persist));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
  expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
  expect(await countEngagements()).toBe(1);
});

test('a second request during the first is 409 with Retry-After, then gets the first response', async () => {
  const { id } = (await create('one')).body;
  const first = await holdLocks(platform, [lockEngineRuns], async () => {
    const starting = start(id, 'run');
    await pollLockWaits(platform, 1);
    const second = await start(id, 'run');
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
    expect(second.headers.get('retry-after')).toBe('1');
    return { starting };
  });
  const answer = await first.starting;
  const third = await start(id, 'run');
  expect([answer.status, third.status, isReplay(third)]).toEqual([200, 200, true]);
  expect(third.body).toEqual(answer.body);
});

test('responses of 500 and above are not stored, so the same key tries again; refusals are stored', async () => {
  const { id } = (await create('one')).body;
  await platform.engine.goDown();
  expect((await start(id, 'run')).status).toBe(502);
  await platform.engine.comeBack();
  expect(await start(id, 'run')).toMatchObject({ status: 200 });
  const refused = await start(id, 'again');
  expect(refused).toMatchObject({ status: 409, body: { code: 'already_running' } });
  await tenant.owner.post(`/api/engagements/${id}/stop`);
  expect(await start(id, 'again')).toMatchObject({ status: 409, body: refused.body });
});

test('neither callers nor tenants share keys', async () => {
  const key = await tenant.createKey();
  const other = await createKeyedTenant(platform);
  const answers = [
    await create('k'),
    await create('k', body, key),
    await create('k', body, other.owner),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(answers.some(isReplay)).toBe(false);
});

test('a response with a secret is replayed in full, and encrypted in the database', async () => {
  const issue = () =>
    tenant.owner.post<{ key: string }>(
      '/api/api-keys',
      { name: 'CI' },
      { 'idempotency-key': 'issue' },
    );
  const [first, second] = [await issue(), await issue()];
  expect(second.body).toEqual(first.body);
  expect(isReplay(second)).toBe(true);
  const rows = await platform.asSuperuser<{ text: string }>(
    `select encode(sealed_answer, 'escape') as text from platform.idempotency_keys`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(
    rows.filter(({ text }) => text.includes(first.body.key) || text.includes('svc_live_')),
  ).toEqual([]);
});

// REQ-3
test('after 24 hours a key is free again, and housekeeping purges older records', async () => {
  const { id } = (await create('old')).body;
  const age = () =>
    platform.asSuperuser(
      `update platform.idempotency_keys set created_at = now() - interval '24 hours' where tenant_id = $1`,
      [tenant.tenantId],
    );
  await age();
  const again = await create('old');
  expect([again.status, isReplay(again)]).toEqual([201, false]);
  expect(again.body.id).not.toBe(id);
  await create('young');
  await platform.asSuperuser(
    `update platform.idempotency_keys set created_at = now() - interval '24 hours' where tenant_id = $1 and key = 'old'`,
    [tenant.tenantId],
  );
  await purgeIdempotencyRecords(platform.database);
  const left = await platform.asSuperuser(
    `select key from platform.idempotency_keys where tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(left).toEqual([{ key: 'young' }]);
});

test('malformed keys are refused; signing in and out ignores them', async () => {
  for (const key of ['', 'a b', 'x'.repeat(256)]) {
    expect(await create(key)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  }
  const signOut = await tenant.owner.post('/api/auth/sign-out', undefined, {
    'idempotency-key': 'a b',
  });
  expect(signOut.status).toBe(200);
});

test('the same request takes over the claim of a dead process, whose late response is not stored', async () => {
  const place = { tenantId: tenant.tenantId, caller: 'user:u', key: 'k' };
  const { database } = platform;
  const [fingerprint, other] = [Buffer.from('same'), Buffer.from('other')];
  const claim = (claimId: string, print = fingerprint) =>
    claimIdempotencyKey(database, place, {
      fingerprints: [print],
      claimId,
      executorId: 'platform-one',
    });
  const sealed = Buffer.from('answer');
  const [dead, heir, third] = [createId(), createId(), createId()];
  expect((await claim(dead)).claim_id).toBe(dead);
  expect((await claim(heir)).claim_id).toBe(dead);
  await platform.asSuperuser(
    `update platform.idempotency_keys set claimed_until = now() where claim_id = $1`,
    [dead],
  );
  expect((await claim(third, other)).claim_id).toBe(dead);
  expect((await claim(heir)).claim_id).toBe(heir);
  await storeResponse(database, place, { claimId: dead, status: 201, sealed });
  await releaseClaim(database, place, dead);
  expect(await claim(third)).toMatchObject({ claim_id: heir, status: null });
  await platform.asSuperuser(
    `update platform.idempotency_keys set claimed_until = now() where claim_id = $1`,
    [heir],
  );
  await renewClaim(database, place.tenantId, heir);
  expect((await claim(third)).claim_id).toBe(heir);
  await storeResponse(database, place, { claimId: heir, status: 201, sealed });
  await platform.asSuperuser(
    `update platform.idempotency_keys set claimed_until = now() where claim_id = $1`,
    [heir],
  );
  expect(await claim(third)).toMatchObject({ claim_id: heir, status: 201 });
});

// PRO-15
test('stored responses survive a restart; with another installation secret a key counts as used', async () => {
  const { key } = (await tenant.owner.post<{ key: string }>('/api/api-keys', { name: 'Restart' }))
    .body;
  const repeat = () => create('restart', body, createClient(platform.baseUrl, key));
  const restart = async (secretKey: string) => {
    await platform.close();
    platform = await startTestPlatform({
      freshDatabase: fresh,
      config: { secretKeys: [secretKey] },
    });
  };
  const first = await repeat();
  await restart(config.secretKeys[0]);
  const second = await repeat();
  expect([second.status, isReplay(second), second.body]).toEqual([201, true, first.body]);
  await restart('another secret of it');
  expect(await repeat()).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
});
