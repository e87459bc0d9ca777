import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

// REQ-12
test('answers with secrets are kept nowhere', async () => {
  const { owner } = await createKeyedTenant(platform);
  const { body: engagement } = await owner.post('/api/engagements', {
    name: 'N',
    client: 'C',
    brief: 'B',
  });
  const path = `/api/engagements/${engagement['id']}`;
  const form = new FormData();
  form.append('file', new Blob(['A note.']), 'note.txt');
  const webhook = { url: 'https://hooks.example.com/in', events: ['engagement.completed'] };
  const uploaded = await owner.post<{ attachment: { id: string } }>(`${path}/attachments`, form);
  const created = await owner.post('/api/webhooks', webhook);
  const begun = await owner.post('/api/me/totp');
  const answers = {
    key: await owner.post('/api/api-keys', { name: 'K' }),
    webhook: created,
    rotated: await owner.post(`/api/webhooks/${created.body['id']}/rotate-secret`),
    portal: await owner.post(`${path}/portal-tokens`, {}),
    directory: await owner.post('/api/account/scim-tokens', {}),
    totp: begun,
    codes: await owner.post('/api/me/totp/confirm', { code: '000000' }),
    download: await owner.get(`${path}/attachments/${uploaded.body.attachment.id}`),
    refused: await owner.post('/api/api-keys', {}),
  };
  for (const [name, { headers }] of Object.entries(answers)) {
    expect([name, headers.get('cache-control')]).toEqual([name, 'no-store']);
  }
  expect((await owner.get('/api/me')).headers.get('cache-control')).toBe('private, no-cache');
});
