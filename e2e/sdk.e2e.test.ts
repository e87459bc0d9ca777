import { type Client, type ClientOptions, createClient } from '@ecp/sdk/create-client';
import type { RunEvent } from '@ecp/sdk/follow-run';
import { verifyWebhook } from '@ecp/sdk/verify-webhook';
import { insertEngagement } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signDelivery } from '../apps/server/src/reach/webhooks/delivering.ts';
import {
  createPopulatedTenant,
  type PopulatedTenant,
} from '../apps/server/testing/populated-tenant.ts';
import {
  shareTestPlatform,
  type TestPlatform,
} from '../apps/server/testing/start-test-platform.ts';

const idea = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };

let platform: TestPlatform;
let integrator: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  integrator = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(() => platform.engine.onStart((run) => run.complete()));

/** Creates a client with a new read-write key. */
async function connect(options: Partial<ClientOptions> = {}): Promise<Client> {
  const { credentials } = await integrator.addKey();
  const apiKey = credentials['authorization']?.slice('Bearer '.length) ?? '';
  return createClient({ baseUrl: platform.baseUrl, apiKey, retryDelayMs: 5, ...options });
}

test('a create makes one engagement although its response is lost', async () => {
  let lost = 0;
  const client = await connect({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method !== 'POST' || lost++ > 1) return response;
      await response.body?.cancel();
      throw new TypeError('fetch failed');
    },
  });
  const created = await client.createEngagement({ ...idea, name: 'Lost and found' });
  const found = await client.listEngagements({ q: 'Lost and found' });
  expect(lost).toBe(3);
  expect(found.map(({ id }) => id)).toEqual([created.id]);
});

test('lists are read to their last page', async () => {
  const client = await connect();
  const { database } = platform;
  const named = { name: 'One of seven' };
  const ids = await Promise.all(
    Array.from({ length: 7 }, () => insertEngagement(database, integrator.tenantId, named)),
  );
  const read = await Array.fromAsync(
    client.paginate('listEngagements', { limit: 3, q: named.name }),
  );
  expect(read.map(({ id }) => id).sort()).toEqual(ids.sort());
  const pages = await Array.fromAsync(client.pages('listTeam', { limit: 2 }));
  expect(pages.length).toBeGreaterThan(1);
  const { members } = await client.listTeam();
  expect(pages.flatMap((page) => page.members)).toEqual(members);
});

// PRO-13
test('a run is followed to its end although the worker is lost', async () => {
  platform.engine.onStart(undefined);
  const client = await connect();
  const { id } = await client.createEngagement(idea);
  const { runId } = await client.startRun({ id });
  const run = await platform.engine.waitForRun(runId);
  const read: RunEvent[] = [];
  for await (const event of client.streamRun(id)) {
    read.push(event);
    if (read.length > 1) continue;
    run.push({ type: 'log', message: 'Before the break' });
    await platform.engine.goDown();
    await platform.engine.comeBack();
    run.complete();
  }
  const events = await platform.asSuperuser<{ seq: string }>(
    'select seq from engine.events where run_id = $1 order by seq',
    [runId],
  );
  expect(read.map(({ id: eventId }) => eventId)).toEqual(
    events.map(({ seq }) => `${runId}:${seq}`),
  );
  expect(read.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
  const last = read.at(-1)?.id ?? '';
  const late = await Array.fromAsync(client.streamRun(id, { lastEventId: read.at(-3)?.id ?? '' }));
  expect(late).toEqual(read.slice(-2));
  expect(await Array.fromAsync(client.streamRun(id, { lastEventId: last }))).toEqual([]);
});

test('files are downloaded as they were uploaded', async () => {
  const client = await connect();
  const content = `name,cost\n${'crane,900\n'.repeat(50_000)}`;
  const file = new File([content], 'Kräne 2026.csv', { type: 'text/csv' });
  const { engagement: id, filename } = integrator.ids;
  const { attachment } = await client.uploadAttachment({
    id,
    file,
    category: 'data',
    summary: 'Costs',
  });
  expect(attachment).toMatchObject({
    sizeBytes: content.length,
    category: 'data',
    summary: 'Costs',
  });
  const { downloadUrl } = await client.getAttachment({ id, attachmentId: attachment.id });
  const token = decodeURIComponent(new URL(downloadUrl).pathname.split('/').at(-1) ?? '');
  const download = await client.downloadAttachment({ token });
  expect(download.filename).toBe(attachment.filename);
  expect(await (await download.blob()).text()).toBe(content);
  const pdf = await client.exportDeliverable({ id, filename, include_provenance: true });
  expect(pdf).toMatchObject({
    mediaType: 'application/pdf',
    filename: expect.stringMatching(/\.pdf$/),
  });
  const [first] = await Array.fromAsync(pdf.stream);
  expect(new TextDecoder().decode(first?.slice(0, 5))).toBe('%PDF-');
});

// PRO-14, WEB-21
test('the SDK verifies what the platform signs, with the new secret and the old one', async () => {
  const secrets = ['whsec_0123456789abcdef01234567', 'whsec_89abcdef0123456701234567'];
  const body = JSON.stringify({ event: 'ping', data: {}, timestamp: new Date().toISOString() });
  const headers = signDelivery({ deliveryId: 'd1', event: 'ping', body, secrets, now: new Date() });
  for (const secret of secrets) {
    expect(await verifyWebhook({ payload: body, headers, secret })).toEqual(JSON.parse(body));
  }
  await expect(verifyWebhook({ payload: `${body} `, headers, secret: secrets })).rejects.toThrow(
    'No signature matches',
  );
});
