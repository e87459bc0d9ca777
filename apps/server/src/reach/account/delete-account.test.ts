import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountDeleted } from '@ecp/contract/identity/account';
import { waitForConfirmations, waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitForIndex } from '../../../testing/hostile/wait-for-index.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';
import { startWebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { createWebhookTenant } from '../../../testing/webhook-tenant.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import { tenantPrefix } from '../../material/stored-files/stored-files.ts';

const confirmation = { confirmText: 'DELETE MY ACCOUNT' };
const sendDelete = async (baseUrl: string, credentials: Credentials, body: unknown) => {
  const headers = { 'content-type': 'application/json', ...credentials };
  const path = `${baseUrl}/api/account/delete`;
  const response = await fetch(path, { method: 'DELETE', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    body: (await response.json()) as AccountDeleted & { code?: string },
  };
};

/** Lists every table and file that contains the text. */
async function findTraces({ asSuperuser, dataDir }: TestPlatform, text: string): Promise<string[]> {
  const tables = await asSuperuser<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('platform', 'engine', 'public')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await asSuperuser(
      `select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path.includes(text) || (entry.isFile() && (await readFile(path)).includes(text)))
      found.push(path);
  }
  return found;
}

/** Adds files, mail of all kinds and waiting durable work to a tenant. */
async function plantMore(platform: TestPlatform, tenant: PopulatedTenant): Promise<void> {
  const { tenantId, email, marker, ids } = tenant;
  const { services, dataDir } = platform;
  const documents = [{ filename: ids.filename, version: 1 }];
  const words = { message: marker, attestation: marker, includeAiUse: true };
  const release = { linkIds: [ids.portalToken], documents, ...words };
  expect(
    (await tenant.owner.post(`/api/engagements/${ids.engagement}/releases`, release)).status,
  ).toBe(201);
  async function* content() {
    yield Buffer.from(`A file of ${marker}`);
  }
  await services.storage.put(
    `${tenantPrefix(tenantId)}engagements/${ids.engagement}/files/1.enc`,
    content(),
    1_000,
  );
  const about = { engagementId: ids.engagement, engagementName: marker, to: email, tenantId };
  await services.database.withTenant(tenantId, async (tx) => {
    await enqueueMail(tx, services, { kind: 'runCompleted', language: null, ...about });
    const work = { tenantId, deliveryId: ids.delivery, attempt: 9 };
    const later = { partition: ids.webhook, waitMs: 3_600_000 };
    await services.durable.enqueue(tx, 'deliverWebhook', `${ids.delivery}:9`, work, later);
  });
  await Promise.all([waitForConfirmations(dataDir, email), waitForMails(dataDir, email)]);
  await waitForIndex(platform, tenantId);
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({ config: { outboundAllowedHosts: ['127.0.0.1'] } });
});
afterAll(() => platform.close());

// ACC-8, ACC-14, PRO-17
test('every table of the platform loses its rows with the tenant, except the audit log and the deletion request', async () => {
  const rows = await platform.asSuperuser<{ name: string }>(`
    with recursive gone(id) as (
      select 'platform.tenants'::regclass::oid
      union select k.conrelid from pg_constraint k join gone g on k.confrelid = g.id
        where k.contype = 'f' and k.confdeltype = 'c')
    select c.relname as name from pg_class c
    where c.relnamespace = 'platform'::regnamespace and c.relkind = 'r' and c.oid not in (select id from gone)
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    'audit_heads',
    'audit_links',
    'audit_log',
    'deletion_requests',
  ]);
});

describe('deleting an account', () => {
  // ACC-5
  test.each([
    {},
    { confirmText: '' },
    { confirmText: 'delete my account' },
    { confirmText: 'DELETE MY ACCOUNT ' },
    [],
    1,
  ])('requires the exact words: %j', async (body) => {
    const tenant = await createTestTenant(platform);
    const answer = await sendDelete(platform.baseUrl, { cookie: tenant.cookie }, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'confirmation_required' } });
    expect((await tenant.get('/api/me')).status).toBe(200);
  });

  // ACC-6, ACC-7, ACC-8, ACC-10, ACC-12, CON-8, PRO-17
  test('leaves no trace of the tenant, and all data of another tenant', async () => {
    const [tenant, neighbour] = await Promise.all([
      createPopulatedTenant(platform),
      createPopulatedTenant(platform),
    ]);
    await plantMore(platform, tenant);
    await plantMore(platform, neighbour);
    await platform.asSuperuser(
      `update platform.webhook_endpoints set url = $2, events = '{account.deletion_requested}' where id = $1`,
      [tenant.ids.webhook, `https://127.0.0.1:1/${tenant.marker}`],
    );
    // The records of work are traces, too. Some of them go when their work is done.
    await pollUntil(
      () => platform.services.durable.count(),
      (works) => works.every(({ state }) => state === 'delayed'),
    );
    const neighbours = await findTraces(platform, neighbour.marker);
    // Not their mails: a confirmation that was sent at once still names the workspace as it was
    // signed up.
    const tablesOf = (places: string[]) => places.filter((place) => !place.includes('/'));
    expect(tablesOf(await findTraces(platform, tenant.marker))).toEqual(tablesOf(neighbours));
    const audited = await platform.asSuperuser<{ id: string }>(
      'select id from platform.audit_log where tenant_id = $1',
      [tenant.tenantId],
    );

    const { status, body } = await sendDelete(
      platform.baseUrl,
      tenant.sessions.owner,
      confirmation,
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 'completed',
        deletionRequestId: expect.any(String),
        summary: {
          engagementsDeleted: 1,
          deliverablesDeleted: 2,
          runsDeleted: 1,
          // The entry of the deletion counts too.
          auditLogsAnonymized: audited.length + 1,
          // Billing is local, so there was no subscription at Stripe.
          stripeSubscriptionCancelled: false,
        },
      },
    });
    const [mail, ...more] = await waitForMails(platform.dataDir, tenant.email);
    expect(more).toEqual([]);
    expect(mail).toContain(`Subject: ${tenant.marker} was deleted`);
    // The queue forgets the confirmation once it is sent.
    const isOnlyMail = (places: string[]) =>
      places.join() === `deleted-${body.deletionRequestId}.eml`;
    await pollUntil(
      async () =>
        (await findTraces(platform, tenant.marker)).map((place) => place.replace(/.*\//, '')),
      isOnlyMail,
    );
    for (const id of [tenant.tenantId, tenant.userId, tenant.ids.webhook]) {
      expect({ id, traces: await findTraces(platform, id) }).toEqual({ id, traces: [] });
    }
    expect(await findTraces(platform, neighbour.marker)).toEqual(neighbours);
  });

  // ACC-9, AUD-2
  test('keeps the entries of the audit log without names', async () => {
    const tenant = await createTestTenant(platform);
    await tenant.createEngagement();
    const read = () =>
      platform.asSuperuser<{ id: string; action: string }>(
        'select id, action from platform.audit_log where tenant_id = $1 order by id',
        [tenant.tenantId],
      );
    const before = await read();
    await sendDelete(platform.baseUrl, { cookie: tenant.cookie }, confirmation);
    expect(await read()).toEqual([]);
    const after = await platform.asSuperuser(
      'select id, action, tenant_id, user_id, ip_address from platform.audit_log where id = any($1) order by id',
      [before.map(({ id }) => id)],
    );
    expect(after).toEqual(
      before.map((entry) => ({ ...entry, tenant_id: null, user_id: null, ip_address: null })),
    );
  });

  // ACC-13
  test('is sent to webhooks before they are deleted', async () => {
    const tenant = await createWebhookTenant(platform);
    const receiver = await startWebhookReceiver();
    await tenant.subscribe(receiver.url, ['account.deletion_requested']);
    const key = await tenant.owner.post<{ key: string }>('/api/api-keys', { name: 'Key' });
    const answer = await sendDelete(
      platform.baseUrl,
      { authorization: `Bearer ${key.body.key}` },
      confirmation,
    );
    expect(answer.status).toBe(200);
    const { deletionRequestId } = answer.body;
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      event: 'account.deletion_requested',
      data: { tenantId: tenant.tenantId, deletionRequestId },
    });
    await receiver.close();
  });

  test('stops active runs, erases them, and ends sessions and keys', async () => {
    const tenant = await createTestTenant(platform);
    const { id } = await tenant.createEngagement();
    const started = await tenant.post<{ runId: string }>(`/api/engagements/${id}/run`);
    await platform.engine.waitForRun(started.body.runId);
    const stop = vi.spyOn(platform.services.engine, 'stopRun');
    onTestFinished(() => stop.mockRestore());
    const key = await tenant.post<{ key: string }>('/api/api-keys', { name: 'Key' });
    const authorization = `Bearer ${key.body.key}`;
    expect((await sendDelete(platform.baseUrl, { authorization }, confirmation)).status).toBe(200);
    expect(stop).toHaveBeenCalledWith(tenant.tenantId, started.body.runId);
    const runs = await platform.asSuperuser('select from engine.runs where engagement_id = $1', [
      id,
    ]);
    expect(runs).toEqual([]);
    expect((await tenant.get('/api/me')).status).toBe(401);
    const withKey = await fetch(`${platform.baseUrl}/api/me`, { headers: { authorization } });
    expect(withKey.status).toBe(401);
  });

  test('two parallel requests are one deletion', async () => {
    const tenant = await createTestTenant(platform);
    const ask = () => sendDelete(platform.baseUrl, { cookie: tenant.cookie }, confirmation);
    const answers = (await Promise.all([ask(), ask(), ask()])).filter(
      ({ status }) => status === 200,
    );
    expect(new Set(answers.map(({ body }) => body.deletionRequestId)).size).toBe(1);
    expect(await waitForMails(platform.dataDir, tenant.email)).toHaveLength(1);
  });
});
