import type { Role } from '@ecp/contract/identity/auth';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createWalledTenant, type WalledTenant } from '../../../testing/walled-tenant.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { recordEvent } from '../../kernel/outbox.ts';

let platform: TestPlatform;
let receiver: WebhookReceiver;
let tenant: WalledTenant;
beforeAll(async () => {
  platform = await shareTestPlatform({
    outboundAllowedHosts: ['127.0.0.1'],
    webhookRetryWaitsMs: [300, 300, 300],
  });
});
afterAll(() => platform.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  tenant = await createWalledTenant(platform);
  await platform.asSuperuser('delete from platform.webhook_endpoints where tenant_id = $1', [
    tenant.tenantId,
  ]);
  return () => receiver.close();
});

/** Makes an endpoint whose maker is a role, whoever of the roles may. */
async function subscribe(maker: Role | null, name: string): Promise<string> {
  const body = { url: `${receiver.url}/${name}`, events: ['engagement.completed'] };
  const { json } = await tenant.ask('admin', 'POST', '/api/webhooks', body);
  const id = (json as unknown as { id: string }).id;
  if (maker !== 'admin') {
    await platform.asSuperuser(
      'update platform.webhook_endpoints set created_by = $2 where id = $1',
      [id, maker && tenant.userOf(maker).id],
    );
  }
  return id;
}

const complete = (engagementId: string) =>
  platform.database.withTenant(tenant.tenantId, (tx) =>
    recordEvent(tx, platform.services, tenant.tenantId, 'engagement.completed', {
      engagementId,
      status: 'completed',
      runId: `run-of-${engagementId}`,
    }),
  );
/** The paths that heard of an engagement, once no attempt is due. */
async function heardOf(engagementId: string): Promise<string[]> {
  const due = async () => {
    const [row] = await platform.asSuperuser<{ count: number }>(
      'select count(*)::integer as count from platform.webhook_deliveries where tenant_id = $1 and due_attempt is not null',
      [tenant.tenantId],
    );
    return row?.count;
  };
  await pollUntil(due, (count) => count === 0);
  return receiver.received
    .filter(({ body }) => body.includes(engagementId))
    .map(({ path }) => path);
}

describe('an endpoint', () => {
  // WAL-11
  test('hears what its maker may see; without a known maker nothing that is behind a wall', async () => {
    await subscribe('member', 'member');
    await subscribe('admin', 'admin');
    await subscribe(null, 'nobody');
    for (const engagement of [tenant.hidden, tenant.open]) await complete(engagement);
    expect(await heardOf(tenant.hidden)).toEqual(['/hook/member']);
    expect((await heardOf(tenant.open)).sort()).toEqual([
      '/hook/admin',
      '/hook/member',
      '/hook/nobody',
    ]);
  });

  // WAL-11
  test('hears nothing more once its maker has left the wall, the team, or is switched off', async () => {
    await subscribe('member', 'member');
    await tenant.join('viewer');
    await subscribe('viewer', 'viewer');
    await tenant.join('owner');
    await subscribe('owner', 'owner');
    await tenant.leave('member');
    await platform.asSuperuser('update platform.users set deactivated_at = now() where id = $1', [
      tenant.userOf('owner').id,
    ]);
    await platform.asSuperuser('delete from platform.users where id = $1', [
      tenant.userOf('viewer').id,
    ]);
    await complete(tenant.hidden);
    expect(await heardOf(tenant.hidden)).toEqual([]);
  });

  // WAL-11
  test('gets no further attempt, and no redelivery, after its maker has left the wall', async () => {
    receiver.answerWith((_request, response) => response.writeHead(500).end());
    const webhook = await subscribe('member', 'member');
    await complete(tenant.hidden);
    await receiver.waitFor(1);
    await tenant.join('owner');
    await tenant.leave('member');
    const due = async () =>
      platform.asSuperuser<{ id: string; due_attempt: number | null }>(
        'select id, due_attempt from platform.webhook_deliveries where endpoint_id = $1',
        [webhook],
      );
    const [delivery] = await pollUntil(due, ([first]) => first?.due_attempt === null);
    const heard = receiver.received.length;
    const again = await tenant.ask(
      'owner',
      'POST',
      `/api/webhooks/${webhook}/deliveries/${delivery?.id}/redeliver`,
    );
    expect([again.status, again.json?.code]).toEqual([404, 'not_found']);
    expect(receiver.received).toHaveLength(heard);
  });

  // WAL-11
  test('belongs to who gives it another address, so that no outsider lets the endpoint of a member tell', async () => {
    const webhook = await subscribe('member', 'member');
    await tenant.ask('admin', 'PATCH', `/api/webhooks/${webhook}`, { description: 'Same address' });
    await complete(tenant.hidden);
    expect(await heardOf(tenant.hidden)).toEqual(['/hook/member']);
    await tenant.ask('admin', 'PATCH', `/api/webhooks/${webhook}`, {
      url: `${receiver.url}/admin`,
    });
    await complete(tenant.hidden);
    expect(await heardOf(tenant.hidden)).toEqual(['/hook/member']);
  });

  // WAL-11
  test('shows an outsider no delivery, attempt or answer about what is behind a wall', async () => {
    receiver.answerWith((_request, response) => response.end('secret answer'));
    const webhook = await subscribe('member', 'member');
    for (const engagement of [tenant.hidden, tenant.open]) await complete(engagement);
    await heardOf(tenant.hidden);
    await tenant.join('owner');
    const read = async (role: Role) => {
      const one = await tenant.ask(role, 'GET', `/api/webhooks/${webhook}`);
      const all = await tenant.ask(role, 'GET', '/api/webhooks');
      return { one, all };
    };
    const history = async () =>
      (
        (await read('owner')).one.json as unknown as {
          webhook: { deliveries: { deliveryId: string }[] };
        }
      ).webhook.deliveries;
    const deliveries = await pollUntil(history, ({ length }) => length === 2);
    const [[row]] = [
      await platform.asSuperuser<{ id: string }>(
        'select id from platform.webhook_deliveries where endpoint_id = $1 and engagement_id = $2',
        [webhook, tenant.hidden],
      ),
    ];
    expect(deliveries.map(({ deliveryId }) => deliveryId)).toContain(row?.id);
    const { one, all } = await read('admin');
    expect(one.text).not.toContain(row?.id);
    expect(all.text).not.toContain(row?.id);
    expect(one.text.match(/secret answer/g)).toHaveLength(1);
    const place = `/api/webhooks/${webhook}/deliveries/${row?.id}`;
    expect((await tenant.ask('admin', 'GET', place)).status).toBe(404);
    expect((await tenant.ask('admin', 'POST', `${place}/redeliver`)).status).toBe(404);
    expect((await tenant.ask('owner', 'GET', place)).text).toContain(tenant.hidden);
  });
});
