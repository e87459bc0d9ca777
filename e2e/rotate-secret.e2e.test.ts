import { createHmac } from 'node:crypto';
import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import type { Attachment } from '@ecp/contract/work/attachments';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { createClient } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../apps/server/testing/webhook-receiver.ts';
import { beginJob, continueAt, type MainJob } from './testing/main-job.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

const oldSecret = 'the-old-secret-of-both-platforms';
const newSecret = 'the-new-secret-of-both-platforms';

/** Reads the entries in the output of a product; a line that is being written is left out. */
const readLog = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

/**
 * Two platform processes with one database and one folder of files get a new secret, one after the
 * other, under load. Each state is tried in which they may differ: with the old secret and both,
 * and with both and the new one.
 */
describe('a new SECRET_KEY', { timeout: 600_000 }, () => {
  const place = makeDataDir();
  const platforms: RunningProduct[] = [];
  /** Platforms that get requests, as behind a load balancer. */
  const serving = new Set<RunningProduct>();
  let fresh: FreshDatabase;
  let receiver: WebhookReceiver;
  let job: MainJob;

  beforeAll(async () => {
    fresh = await createFreshDatabase();
    receiver = await startWebhookReceiver();
    await start(0, oldSecret);
    job = await beginJob(platforms[0]?.baseUrl ?? '');
    await fresh.asSuperuser(`update platform.tenants set plan = 'enterprise' where id = $1`, [
      job.tenant.tenantId,
    ]);
  });
  afterAll(async () => {
    await Promise.all(platforms.map((platform) => platform.stop()));
    await place.remove();
    await receiver?.close();
    await fresh?.drop();
  });

  async function start(at: number, secrets: string): Promise<void> {
    const environment = {
      DATABASE_URL: fresh.url,
      SECRET_KEY: secrets,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      LOG_LEVEL: 'info',
      // No test in this file starts a run, so no worker is needed.
      ROLES: 'web',
    };
    const platform = await startProduct({ dataDir: place.dataDir, environment });
    platforms[at] = platform;
    serving.add(platform);
  }

  async function upload(
    baseUrl: string,
    content: string,
  ): Promise<{ url: string; downloadUrl: string }> {
    const { client, path } = continueAt(job, baseUrl);
    const form = new FormData();
    form.set('file', new Blob([content]), 'note.txt');
    const answer = await client.post<{ attachment: Attachment }>(`${path}/attachments`, form);
    const url = `${path}/attachments/${answer.body.attachment.id}`;
    return { url, downloadUrl: (await client.get<{ downloadUrl: string }>(url)).body.downloadUrl };
  }
  const download = async (baseUrl: string, link: string) =>
    (await fetch(new URL(new URL(link).pathname, baseUrl))).text();
  const subscribe = async (baseUrl: string) =>
    (
      await continueAt(job, baseUrl).client.post<{ id: string; secret: string }>('/api/webhooks', {
        url: receiver.url,
        events: ['engagement.completed'],
      })
    ).body;

  /**
   * Does at one platform what needs a secret, uses it at the other, and returns what went wrong.
   */
  async function tryEverything(writer: string, reader: string, round: number): Promise<unknown[]> {
    const [here, there] = [continueAt(job, writer).client, continueAt(job, reader).client];
    const file = await upload(writer, `file ${round}`);
    const text = await download(reader, file.downloadUrl);
    const body = { name: `Round ${round}`, client: 'C', brief: 'B' };
    const key = { 'idempotency-key': `round-${round}` };
    const first = await here.post<{ id: string }>('/api/engagements', body, key);
    const again = await there.post<{ id: string }>('/api/engagements', body, key);
    const { id } = await subscribe(writer);
    const ping = await there.post<{ success: boolean }>(`/api/webhooks/${id}/test`);
    const gone = [await here.delete(`/api/webhooks/${id}`), await there.delete(file.url)];
    const outcome = {
      text,
      statuses: [first.status, again.status, ...gone.map(({ status }) => status)],
      sameEngagement: first.body.id === again.body.id,
      signed: ping.body.success,
    };
    const right = {
      text: `file ${round}`,
      statuses: [201, 201, 200, 200],
      sameEngagement: true,
      signed: true,
    };
    return JSON.stringify(outcome) === JSON.stringify(right)
      ? []
      : [{ round, writer, reader, outcome }];
  }

  // SET-15, SET-16
  it('is set in one process after the other without one failed request, and then the old one is removed', async () => {
    const failures: unknown[] = [];
    let rounds = 0;
    /** Makes a round of requests with each platform that serves as the writer. */
    const doRounds = async () => {
      for (const writer of serving) {
        rounds += 1;
        const reader = [...serving].find((platform) => platform !== writer) ?? writer;
        const faults = await tryEverything(writer.baseUrl, reader.baseUrl, rounds).catch(
          (error: unknown) => [error],
        );
        failures.push(...faults);
      }
    };
    /** Starts a platform, at first or again, while the other one serves. */
    const change = async (at: number, secrets: string) => {
      const leaving = platforms[at];
      if (leaving) serving.delete(leaving);
      const started = (async () => {
        await leaving?.stop();
        return start(at, secrets);
      })();
      await Promise.all([started, doRounds()]);
      await doRounds();
      // A session that begins at the platform with the newer secrets is known at the other one.
      const client = createClient(platforms[at]?.baseUrl ?? '');
      const { email, password } = job.tenant;
      await client.post('/api/auth/sign-in/email', { email, password });
      const visit = continueAt({ ...job, client }, platforms[1 - at]?.baseUrl ?? '');
      expect((await visit.client.get('/api/me')).status).toBe(200);
    };
    const before = {
      file: await upload(platforms[0]?.baseUrl ?? '', 'written before'),
      webhook: await subscribe(platforms[0]?.baseUrl ?? ''),
      portal: (await job.client.post<IssuedPortalToken>(`${job.path}/portal-tokens`)).body,
    };
    const both = `${newSecret},${oldSecret}`;
    await change(1, both);
    await change(0, both);
    for (const { baseUrl } of serving)
      expect(await download(baseUrl, before.file.downloadUrl)).toBe('written before');
    await pollUntil(
      async () => platforms.flatMap((platform) => readLog(platform.output())),
      (entries) => entries.some(({ rowsLeft }) => rowsLeft === 0),
      60_000,
    );
    await change(1, newSecret);
    expect(failures).toEqual([]);

    // One platform lacks the old secret. Everything made with it still works there, because the
    // rows were encrypted again.
    for (const { baseUrl } of serving) {
      const { client } = continueAt(job, baseUrl);
      expect((await client.get('/api/me')).status).toBe(200);
      expect((await createClient(baseUrl, before.portal.token).get('/api/portal')).status).toBe(
        200,
      );
      const { body } = await client.get<{ downloadUrl: string }>(before.file.url);
      expect(await download(baseUrl, body.downloadUrl)).toBe('written before');
      const earlier = receiver.received.length;
      expect((await client.post(`/api/webhooks/${before.webhook.id}/test`)).body).toMatchObject({
        success: true,
      });
      const [delivery] = (await receiver.waitFor(earlier + 1)).slice(-1);
      const [, timestamp] = /^t=(\d+)/.exec(String(delivery?.headers['x-service-signature'])) ?? [];
      const mac = createHmac('sha256', before.webhook.secret)
        .update(`${timestamp}.${delivery?.body}`)
        .digest('hex');
      expect(delivery?.headers['x-service-signature']).toContain(`v1=${mac}`);
    }
  });
});
