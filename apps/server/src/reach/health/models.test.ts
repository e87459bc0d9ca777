import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { ModelList, ModelTest } from '@ecp/contract/reach/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

// MOD-26
test('lists the models with prices and window, and says that one is connected', async () => {
  const { body } = await tenant.get<ModelList>('/api/models');
  expect(body.connected).toBe(true);
  expect(body.models[0]).toEqual({
    id: 'swift-2',
    provider: 'openai-compatible',
    tier: 'economy',
    inputPerMillion: 0.4,
    outputPerMillion: 1.6,
    contextWindow: 128_000,
  });
});

// MOD-28
test('tests a model, and records who did it at what cost', async () => {
  const ask = (model: string) => tenant.post<ModelTest>('/api/models/test', { model });
  const answered = { model: 'swift-2', ms: 840, costUsd: 0.000021, refusal: null };
  expect(await ask('swift-2')).toMatchObject({ status: 200, body: answered });
  const refused = { costUsd: 0, refusal: 'The provider refused the key of scripted-model' };
  expect(await ask('scripted-model')).toMatchObject({ status: 200, body: refused });
  expect(await ask('unknown')).toMatchObject({ status: 400, body: { code: 'unknown_model' } });
  const { body } = await tenant.get<{ entries: AuditLogEntry[] }>(
    '/api/audit-log?action=model.test',
  );
  expect(body.entries.map(({ metadata }) => metadata)).toMatchObject([
    { model: 'scripted-model', costUsd: 0, answered: false },
    { model: 'swift-2', costUsd: 0.000021, answered: true },
  ]);
});
