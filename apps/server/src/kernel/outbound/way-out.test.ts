import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../../../testing/servers/local-server.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let site: LocalServer;
let calls = 0;

beforeAll(async () => {
  site = await startLocalServer((_request, response) => {
    calls += 1;
    response.end('reached');
  });
  const outboundAllowedHosts = [`127.0.0.1:${site.port}`];
  platform = await startTestPlatform({ config: { hasWayOut: false, outboundAllowedHosts } });
  tenant = await createTestTenant(platform);
});
afterAll(async () => {
  await platform?.close();
  await site?.close();
});

const refusal = 'This installation reaches nothing outside of its network (OUTBOUND=off)';

// OUT-5, OUT-6
test('without a way out every request to another host is refused at once and says why', async () => {
  const address = `http://127.0.0.1:${site.port}/`;
  const engagement = await tenant.createEngagement();
  const attached = await tenant.post(`/api/engagements/${engagement.id}/attachments/from-url`, {
    url: address,
  });
  expect([attached.status, attached.body]).toMatchObject([
    400,
    { code: 'outbound_off', error: refusal },
  ]);

  const webhook = await tenant.post('/api/webhooks', {
    url: address,
    events: ['engagement.completed'],
  });
  const ping = await tenant.post(`/api/webhooks/${webhook.body['id']}/test`);
  expect(ping.body).toMatchObject({ success: false, error: refusal });

  const channel = await tenant.post('/api/notice-channels', {
    kind: 'slack',
    label: 'Ours',
    url: address,
  });
  const posted = await tenant.post(`/api/notice-channels/${channel.body['id']}/test`);
  expect(posted.body).toMatchObject({ success: false, error: refusal });

  const fields = {
    name: 'Harbour',
    client: 'Acme',
    brief: 'Ask the web.',
    research: { enabled: true },
  };
  const researched = await tenant.post('/api/engagements', fields);
  expect([researched.status, researched.body['code']]).toEqual([400, 'research_not_configured']);

  const assistant = new URLSearchParams({ client_id: `${address}client.json` });
  const consent = await tenant.get(`/api/account/assistants/consent?${assistant}`);
  expect([consent.status, consent.body]).toMatchObject([
    400,
    { code: 'outbound_off', error: refusal },
  ]);
  expect(calls).toBe(0);
});
