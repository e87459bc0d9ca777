import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { ModelKey, ModelKeyList } from '@ecp/contract/identity/model-keys';
import type { Notice } from '@ecp/contract/reach/notices';
import { waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertMember } from '../../../testing/insert-records.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { EngineUnavailableError } from '../engine-client/engine-client.ts';
import { findKeyEdition, type KeyEvent, readModelKeys, recordKeyEvent } from './engine-access.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});
afterEach(() => {
  platform.services.config.tenantModelKeys = 'optional';
});

const path = '/api/account/model-keys';
const apiKey = 'sk-of-the-tenant-abcd';
const list = async () => (await tenant.get<ModelKeyList>(path)).body;
const editionOf = ({ tenantId }: TestTenant) => findKeyEdition(platform.services, tenantId);
/** Reads the keys as the engine does. */
const keysOf = ({ tenantId }: TestTenant) => readModelKeys(platform.services, tenantId);

// MKY-1, MKY-3
test('sets, lists, replaces and deletes a key, which stands sealed in the table and in nothing else', async () => {
  expect(await list()).toEqual({ mode: 'optional', keys: [] });
  const set = await tenant.put<ModelKey>(`${path}/anthropic`, {
    apiKey,
    models: ['claude-haiku-4-5'],
  });
  expect(set).toMatchObject({
    status: 200,
    body: {
      provider: 'anthropic',
      last4: 'abcd',
      baseUrl: null,
      models: ['claude-haiku-4-5'],
      createdBy: { kind: 'user', id: tenant.userId },
      lastUsedAt: null,
      refusedAt: null,
    },
  });
  expect((await list()).keys).toEqual([set.body]);
  const replaced = await tenant.put<ModelKey>(`${path}/anthropic`, {
    apiKey: 'sk-of-the-tenant-wxyz',
  });
  expect(replaced.body).toMatchObject({ last4: 'wxyz', models: null });
  expect(replaced.body.id).not.toBe(set.body.id);

  const stored = await platform.asSuperuser(
    'select * from platform.model_keys where tenant_id = $1',
    [tenant.tenantId],
  );
  expect(stored).toHaveLength(1);
  const exported = JSON.stringify((await tenant.get('/api/account/export')).body);
  const { body: audit } = await tenant.get<{ entries: AuditLogEntry[] }>('/api/audit-log');
  expect(exported).toContain('wxyz');
  for (const text of [JSON.stringify(stored), exported, JSON.stringify(audit)])
    expect(text).not.toContain('sk-of-the');

  expect((await tenant.delete(`${path}/anthropic`)).status).toBe(200);
  expect((await tenant.delete(`${path}/anthropic`)).status).toBe(404);
  const of = audit.entries.filter(({ action }) => action === 'model_key.set');
  expect(of.map(({ metadata }) => metadata)).toMatchObject([
    { provider: 'anthropic', last4: 'wxyz', costUsd: 0.000021 },
    { provider: 'anthropic', last4: 'abcd', models: ['claude-haiku-4-5'] },
  ]);
});

// MKY-2, MKY-13, MKY-16
test('a key that no model answers, without a usable address, or of no provider is refused, and the one before stays', async () => {
  await tenant.put(`${path}/openai`, { apiKey });
  const put = (provider: string, body: object) => tenant.put(`${path}/${provider}`, body);
  const tryKey = vi.spyOn(platform.services.engine, 'tryModelKey');
  tryKey.mockResolvedValueOnce({ ms: 620, costNanoUsd: 0, refusal: 'The key is unknown (9999)' });
  const wrong = await put('openai', { apiKey: 'sk-wrong-key-9999' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'model_key_refused' } });
  tryKey.mockRejectedValueOnce(
    new EngineUnavailableError('There is no model unknown', 400, { code: 'unknown_model' }),
  );
  expect(await put('openai', { apiKey, models: ['unknown'] })).toMatchObject({
    body: { code: 'model_key_refused', values: { kind: 'unknown_model' } },
  });
  tryKey.mockRestore();
  expect(await put('azure', { apiKey })).toMatchObject({
    status: 400,
    body: { code: 'model_key_refused' },
  });
  const secret = 'http://169.254.169.254/v1';
  expect(await put('openai', { apiKey, baseUrl: secret })).toMatchObject({
    body: { code: 'url_private' },
  });
  expect(await put('openai', { apiKey, baseUrl: 'ftp://x' })).toMatchObject({
    body: { code: 'url_invalid' },
  });
  for (const baseUrl of ['http://8.8.8.8/v1', 'http://models.example.com:8080/v1']) {
    expect(await put('openai', { apiKey, baseUrl })).toMatchObject({
      status: 400,
      body: { code: 'url_not_https' },
    });
  }
  const withPassword = 'https://user:password@models.example.com/v1';
  expect(await put('openai', { apiKey, baseUrl: withPassword })).toMatchObject({
    body: { code: 'url_has_credentials' },
  });
  const nowhere = 'https://models.invalid/v1';
  expect(await put('openai', { apiKey, baseUrl: nowhere })).toMatchObject({
    body: { code: 'model_key_refused' },
  });
  expect((await put('openai', { apiKey: 'short' })).status).toBe(400);
  expect((await put('mistral', { apiKey })).status).toBe(404);
  expect((await list()).keys).toMatchObject([{ provider: 'openai', last4: 'abcd' }]);
});

// MKY-3, MKY-5, MKY-9
test('the engine reads the keys of a tenant and of no other, and is told of each change', async () => {
  const other = await createTestTenant(platform);
  expect(await editionOf(tenant)).toBeNull();
  await tenant.put(`${path}/anthropic`, { apiKey });
  const edition = await editionOf(tenant);
  expect(edition).not.toBeNull();
  const key = { provider: 'anthropic', apiKey, baseUrl: null, addresses: null, models: null };
  expect(await keysOf(tenant)).toMatchObject({ ownOnly: true, keys: [key] });
  expect([await editionOf(other), await keysOf(other)]).toEqual([
    null,
    { ownOnly: false, keys: [] },
  ]);

  await tenant.put(`${path}/openai`, { apiKey });
  expect(await editionOf(tenant)).not.toBe(edition);
  platform.services.config.tenantModelKeys = 'off';
  expect(await editionOf(tenant)).toBeNull();
  expect(await keysOf(tenant)).toEqual({ ownOnly: false, keys: [] });
  expect(await tenant.put(`${path}/openai`, { apiKey })).toMatchObject({
    status: 409,
    body: { code: 'model_keys_off' },
  });
  expect((await list()).mode).toBe('off');
});

// MKY-10
test('a refusal is told to the admins once for each key and shown until the key works again', async () => {
  const left = await insertMember(platform, tenant.tenantId, { role: 'admin', marker: 'Left' });
  await platform.asSuperuser('update platform.users set deactivated_at = now() where id = $1', [
    left,
  ]);
  const { id, name } = await tenant.createEngagement({ name: 'Refused model' });
  const { body: key } = await tenant.put<ModelKey>(`${path}/anthropic`, { apiKey });
  const told = { keyId: key.id, engagementId: id };
  const tell = (event: KeyEvent) =>
    recordKeyEvent(platform.services, tenant.tenantId, { ...told, event });
  for (const event of ['used', 'refused', 'refused'] as const) await tell(event);
  const [shown] = (await list()).keys;
  expect([shown?.lastUsedAt, shown?.refusedAt]).toEqual([expect.any(String), expect.any(String)]);
  const { body } = await tenant.get<{ notices: Notice[] }>('/api/notices');
  expect(body.notices).toMatchObject([
    {
      kind: 'model_key_refused',
      engagementName: name,
      data: { provider: 'anthropic', last4: 'abcd' },
    },
  ]);
  const [mail] = await waitForMails(platform.dataDir, tenant.email);
  expect(mail).toContain('Subject: Model key refused: Anthropic');
  const recipients = 'select user_id from platform.notice_recipients where tenant_id = $1';
  expect(await platform.asSuperuser(recipients, [tenant.tenantId])).toEqual([
    { user_id: tenant.userId },
  ]);
  await tell('used');
  expect((await list()).keys).toMatchObject([{ refusedAt: null, lastUsedAt: expect.any(String) }]);
  await tell('refused');
  expect((await list()).keys).toMatchObject([{ refusedAt: expect.any(String) }]);
  await tenant.put(`${path}/anthropic`, { apiKey });
  expect((await list()).keys).toMatchObject([{ refusedAt: null, lastUsedAt: null }]);
});

// MKY-8
test('where keys are required, start, rerun and grid need one', async () => {
  platform.services.config.tenantModelKeys = 'required';
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const start = () => tenant.post(`/api/engagements/${id}/run`);
  const missing = { status: 409, body: { code: 'model_key_required' } };
  expect(await start()).toMatchObject(missing);
  const columns = [{ name: 'Rent', question: 'What is the rent?', type: 'text' }];
  const grid = { title: 'Leases', columns, attachmentIds: ['none'] };
  expect(await tenant.post(`/api/engagements/${id}/grids`, grid)).toMatchObject(missing);
  await tenant.put(`${path}/anthropic`, { apiKey });
  platform.engine.onStart((run) => run.complete());
  expect((await start()).status).toBe(200);
  await tenant.waitForEnd(id);
  const { deliverables } = await tenant.getEngagement(id);
  await tenant.delete(`${path}/anthropic`);
  for (const { filename } of deliverables.slice(0, 1)) {
    expect(
      await tenant.post(`/api/engagements/${id}/deliverables/${filename}/rerun`),
    ).toMatchObject(missing);
  }
});
