import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { IssuedScimToken } from '@ecp/contract/identity/scim';
import type { Engagement } from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { type CookieClient, createClient, writeCookies } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { type Pooler, startPooler } from '@ecp/testing/postgres/start-pooler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDirectory } from '../apps/server/testing/directory.ts';
import { startRedis } from '../apps/server/testing/servers/start-redis.ts';
import { beginJob, continueAt, type MainJob, readStatus, startRun } from './testing/main-job.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

const redis = await startRedis();
const limit = 40;
const atOnce = 4;

/**
 * Tests two platform processes, as behind one load balancer, that share one Postgres behind a
 * pooler in transaction mode, one Redis and one worker.
 */
describe.runIf(redis)('two platform processes with one Redis', () => {
  const places = [makeDataDir(), makeDataDir()];
  let fresh: FreshDatabase;
  let pooler: Pooler | null;
  let platforms: RunningProduct[] = [];

  beforeAll(async () => {
    fresh = await createFreshDatabase();
    pooler = await startPooler(fresh.url);
    const environment = {
      DATABASE_URL: pooler?.through(fresh.url) ?? fresh.url,
      DATABASE_DIRECT_URL: pooler ? fresh.url : undefined,
      REDIS_URL: redis?.url,
      SECRET_KEY: 'the-secret-of-both-platforms',
      RATE_LIMIT_API: String(limit),
    };
    for (const { dataDir } of places) {
      // The first one starts the only worker.
      const roles = platforms.length === 0 ? {} : { ROLES: 'web' };
      platforms = [
        ...platforms,
        await startProduct({ dataDir, environment: { ...environment, ...roles } }),
      ];
    }
  });
  afterAll(async () => {
    await Promise.all(platforms.map((platform) => platform.stop()));
    await Promise.all(places.map((place) => place.remove()));
    await pooler?.stop();
    await fresh?.drop();
    await redis?.stop();
  });

  /** Creates an owner at the first platform and returns the same session at each of the two. */
  async function beginEverywhere(): Promise<{ job: MainJob; everywhere: CookieClient[] }> {
    const job = await beginJob(platforms[0]?.baseUrl ?? '');
    return { job, everywhere: platforms.map(({ baseUrl }) => continueAt(job, baseUrl).client) };
  }
  async function addKey(owner: CookieClient): Promise<{ id: string; everywhere: CookieClient[] }> {
    const { body } = await owner.post<IssuedApiKey>('/api/api-keys', { name: 'Everywhere' });
    return {
      id: body.id,
      everywhere: platforms.map(({ baseUrl }) => createClient(baseUrl, body.key)),
    };
  }
  /**
   * Sends `each` requests to every platform, four to each at once, and counts the allowed ones. The
   * others must get 429. With all at once, a busy machine would answer later than a platform waits
   * for Redis.
   */
  async function countAllowed(clients: CookieClient[], each: number): Promise<number> {
    const statuses: number[] = [];
    for (let sent = 0; sent < each; sent += atOnce) {
      const asked = clients.flatMap((client) =>
        Array.from({ length: atOnce }, () => client.get('/api/me')),
      );
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    return statuses.filter((status) => status === 200).length;
  }

  // LIM-9
  it('count the requests of a key together, so that exactly the limit is allowed', async () => {
    const { job } = await beginEverywhere();
    const key = await addKey(job.client);
    expect(await countAllowed(key.everywhere, limit)).toBe(limit);
  });

  // LIM-9
  it('count the sessions of a tenant together, separately from a key', async () => {
    const { job, everywhere } = await beginEverywhere();
    const key = await addKey(job.client);
    // The session has already created the engagement and the key.
    expect(await countAllowed(everywhere, limit)).toBe(limit - 2);
    expect((await key.everywhere[1]?.get('/api/me'))?.status).toBe(200);
  });

  // SET-2, SET-22
  it('carry a run to its end, started at one of them and read at another', async () => {
    const { job } = await beginEverywhere();
    await startRun(continueAt(job, platforms[1]?.baseUrl ?? ''));
    await pollUntil(
      () =>
        fresh.asSuperuser<{ status: string }>(
          'select status from platform.engagements where id = $1',
          [job.engagement.id],
        ),
      ([engagement]) => engagement?.status === 'completed',
      60_000,
    );
    expect(await readStatus(continueAt(job, platforms[0]?.baseUrl ?? ''))).toMatchObject({
      status: 'completed',
    });
    for (const { output } of platforms)
      expect(output()).not.toMatch(/prepared statement|unsupported startup parameter/);
  });

  // ENG-18, SET-2
  it('show a change by one of them at once in all lists', async () => {
    const { job, everywhere } = await beginEverywhere();
    const names = async () =>
      Promise.all(
        everywhere.map(async (client) =>
          (await client.get<Engagement[]>('/api/engagements')).body.map((e) => e.name),
        ),
      );
    const inAll = (...expected: string[]) => everywhere.map(() => expected);
    expect(await names()).toEqual(inAll(job.engagement.name));
    await everywhere[1]?.post('/api/engagements', { name: 'Second', client: 'C', brief: 'B' });
    expect(await names()).toEqual(inAll('Second', job.engagement.name));
    await everywhere[0]?.patch(job.path, { name: 'Renamed' });
    expect(await names()).toEqual(inAll('Second', 'Renamed'));
    await everywhere[1]?.delete(job.path);
    expect(await names()).toEqual(inAll('Second'));
  });

  // AUT-16, KEY-8
  it('all refuse a key at once after one of them has revoked it, and a session after one has ended it', async () => {
    const { job, everywhere } = await beginEverywhere();
    const key = await addKey(job.client);
    const statuses = async (clients: CookieClient[]) =>
      Promise.all(clients.map(async (client) => (await client.get('/api/me')).status));
    expect(await statuses(key.everywhere)).toEqual([200, 200]);
    await everywhere[1]?.delete(`/api/api-keys/${key.id}`);
    expect(await statuses(key.everywhere)).toEqual([401, 401]);
    expect(await statuses(everywhere)).toEqual([200, 200]);
    await job.client.post('/api/auth/sign-out');
    expect(await statuses(everywhere)).toEqual([401, 401]);
  });

  // DIR-10
  it('end the stream and the session of a person whom a directory switches off at the other', async () => {
    const { job } = await beginEverywhere();
    const [first, second] = platforms.map(({ baseUrl }) => baseUrl) as [string, string];
    const { body: token } = await job.client.post<IssuedScimToken>('/api/account/scim-tokens', {
      name: 'Entra ID',
    });
    const directory = connectDirectory(first, token.token);
    const userName = `${createId()}@firm.example`;
    const { body: person } = await directory.post('/Users', { userName });
    await job.client.post(`/api/team/${person.id}/confirm-address`, {});
    const client = createClient(second);
    await client.post('/api/auth/sign-in/magic-link', { email: userName });
    const mails = await Promise.any(places.map(({ dataDir }) => waitForMails(dataDir, userName)));
    await client.get(`/api/auth/magic-link/verify?token=${tokensOf(mails.at(-1))[0]}`);
    await startRun(job);
    expect((await job.client.post(`/api/engagements/${job.engagement.id}/pause`)).status).toBe(200);
    const stream = await fetch(`${second}/api/engagements/${job.engagement.id}/stream`, {
      headers: { cookie: writeCookies(client.cookies) },
    });
    expect(stream.status).toBe(200);
    await directory.patch(`/Users/${person.id}`, [{ op: 'replace', path: 'active', value: false }]);
    // The run is paused, so nothing else ends the stream.
    await stream.text();
    expect((await client.get('/api/me')).status).toBe(401);
  });

  // PRO-15
  it('make one engagement of ten concurrent creates with one Idempotency-Key, and return the same response', async () => {
    const { job, everywhere } = await beginEverywhere();
    const body = { name: 'Once', client: 'C', brief: 'B' };
    const create = (client: CookieClient) =>
      client.post<Engagement>('/api/engagements', body, { 'idempotency-key': 'once' });
    const storm = await Promise.all(
      everywhere.flatMap((client) => Array.from({ length: 5 }, () => client)).map(create),
    );
    expect(storm.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const later = await Promise.all(everywhere.map(create));
    expect(later.map(({ status }) => status)).toEqual([201, 201]);
    const made = [...storm, ...later].filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body: { id } }) => id)).size).toBe(1);
    const { body: list } = await job.client.get<Engagement[]>('/api/engagements');
    expect(list.map(({ name }) => name)).toEqual(['Once', job.engagement.name]);
  });
});
