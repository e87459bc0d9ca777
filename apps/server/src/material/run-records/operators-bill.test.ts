import { createClient } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { readConfig } from '../../config.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({
    config: {
      maxBudgetUsd: 8,
      maxTenantUsdPerDay: 2,
      signUpsPerNetworkPerHour: 3,
      trustedProxies: 1,
    },
  });
  tenant = await createTestTenant(platform);
});
afterAll(() => platform?.close());

const tooHigh = { status: 400, body: { code: 'budget_too_high', values: { limit: '$8.00' } } };
const fields = { name: 'Site search', client: 'Acme', brief: 'Find a site.' };

/** Records that the tenant's calls of today have cost so much. */
const spend = (usd: number) =>
  platform.asSuperuser(
    `insert into engine.tenant_days (tenant_id, day, spent_nano_usd)
      values ($1, (now() at time zone 'utc')::date, $2::numeric * 1000000000)
      on conflict (tenant_id, day) do update set spent_nano_usd = excluded.spent_nano_usd`,
    [tenant.tenantId, usd],
  );

describe('MAX_BUDGET_USD', () => {
  // BUD-8
  test('bounds the budget of engagements and templates, also when it is changed', async () => {
    expect(await tenant.post('/api/engagements', { ...fields, budget: 8.01 })).toMatchObject(
      tooHigh,
    );
    const { id } = await tenant.createEngagement({ budget: 8 });
    expect(await tenant.patch(`/api/engagements/${id}`, { budget: 20_000 })).toMatchObject(tooHigh);
    const template = { name: 'T', description: 'D', brief: 'B' };
    expect(await tenant.post('/api/templates', { ...template, budget: 9 })).toMatchObject(tooHigh);
    const { body } = await tenant.get<{ templates: { id: string; budget: number }[] }>(
      '/api/templates',
    );
    const costly = body.templates.find(({ budget }) => budget > 8);
    expect(
      await tenant.post('/api/engagements', { ...fields, templateId: costly?.id }),
    ).toMatchObject(tooHigh);
    const allowed = await tenant.post('/api/engagements', {
      ...fields,
      templateId: costly?.id,
      budget: 1,
      tasks: [],
    });
    expect(allowed.status).toBe(201);
  });

  // BUD-8
  test('holds for starts of engagements whose budget was allowed before', async () => {
    const { id } = await tenant.createEngagement({ budget: 7 });
    platform.services.config.maxBudgetUsd = 6;
    expect(await tenant.post(`/api/engagements/${id}/run`)).toMatchObject({
      status: 400,
      body: { code: 'budget_too_high' },
    });
    platform.services.config.maxBudgetUsd = 8;
  });
});

describe('MAX_TENANT_USD_PER_DAY', () => {
  // BUD-6
  test('refuses starts once it is spent, and nothing that a tenant pays with keys of its own', async () => {
    const { id } = await tenant.createEngagement();
    await spend(2);
    const refusal = {
      status: 403,
      body: { code: 'tenant_spend_limit', values: { spent: '$2.00', limit: '$2.00' } },
    };
    for (const path of ['run', 'plan']) {
      expect(await tenant.post(`/api/engagements/${id}/${path}`)).toMatchObject(refusal);
    }
    expect((await tenant.getEngagement(id)).status).toBe('pending');
    await platform.asSuperuser(
      `insert into platform.model_keys (id, tenant_id, provider, last4, sealed, created_by, created_by_name)
        values ('own-key', $1, 'anthropic', '1234', '\\x00', $2, 'Olga')`,
      [tenant.tenantId, tenant.userId],
    );
    expect((await tenant.post(`/api/engagements/${id}/run`)).body).not.toMatchObject({
      code: 'tenant_spend_limit',
    });
    await platform.asSuperuser(`delete from platform.model_keys where id = 'own-key'`);
    await spend(0);
  });
});

describe('SIGN_UPS_PER_NETWORK_PER_HOUR', () => {
  // AUT-31
  test('bounds the sign-ups of a network, and of no other', async () => {
    const signUp = (from: string) =>
      createClient(platform.baseUrl).post(
        '/api/auth/sign-up/email',
        {
          company: 'C',
          name: 'N',
          email: `p-${Math.random()}@example.com`,
          password: 'a long password 7',
        },
        { 'x-forwarded-for': from },
      );
    const statuses: number[] = [];
    for (const last of [1, 2, 3, 4]) statuses.push((await signUp(`198.51.100.${last}`)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    const refused = await signUp('198.51.100.9');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await signUp('198.51.101.1')).status).toBe(201);
  });
});

describe('a public address', () => {
  const names = ['MAX_BUDGET_USD', 'MAX_TENANT_USD_PER_DAY', 'SIGN_UPS_PER_NETWORK_PER_HOUR'];

  // HEA-9
  test.each([
    ['https://ecp.example.com', {}, names],
    ['http://8.8.8.8:3000', {}, names],
    [
      'https://ecp.example.com',
      { MAX_BUDGET_USD: '50', MAX_TENANT_USD_PER_DAY: '20' },
      names.slice(2),
    ],
    ['http://localhost:3000', {}, []],
    ['http://10.1.2.3', {}, []],
    ['http://[fd00::1]', {}, []],
    ['https://ecp.internal', {}, []],
    ['http://server:3000', {}, []],
  ])('%s with %j leaves %j open', (BASE_URL, settings, open) => {
    expect(readConfig({ BASE_URL, ...settings }).openLimits).toEqual(open);
  });

  // HEA-9
  test('is warned of in the health of the service', async () => {
    platform.services.config.openLimits = ['MAX_TENANT_USD_PER_DAY'];
    const { body } = await tenant.get('/api/admin/health');
    expect(body).toMatchObject({ openLimits: ['MAX_TENANT_USD_PER_DAY'] });
    platform.services.config.openLimits = [];
  });

  // BUD-6, BUD-8, AUT-31
  test.each([
    { MAX_BUDGET_USD: '0' },
    { MAX_TENANT_USD_PER_DAY: '-1' },
    { SIGN_UPS_PER_NETWORK_PER_HOUR: '0' },
    { MAX_BUDGET_USD: 'much' },
  ])('a setting as %j stops the start', (settings) => {
    expect(() => readConfig(settings)).toThrow(`${Object.keys(settings)[0]}=`);
  });
});
