import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, it } from 'vitest';
import { findKeyPrincipal } from '../../apps/server/src/identity/api-keys/key-principal.ts';
import { createLocalBilling } from '../../apps/server/src/identity/billing/open-billing.ts';
import { seedSizes, seedTenants } from './seed-tenants.ts';

it('writes tenants whose keys the platform accepts', async () => {
  const fresh = await createFreshDatabase();
  try {
    const { key, creatorKeys } = await seedTenants(fresh.adminUrl, {
      ...seedSizes,
      engagements: 100,
      creators: 2,
      readers: 2,
    });
    const services = {
      database: fresh.database,
      billing: createLocalBilling({ baseUrl: 'https://bench.example.com' }),
    };
    const find = (raw = '') => findKeyPrincipal(services, raw, 'api');
    const accepted = { scope: 'read_write', subscriptionActive: true };
    const of = (tenantId: string) => ({ tenantId, ...accepted });
    expect(await find(key)).toMatchObject(of('reader'));
    expect(await find(creatorKeys[1])).toMatchObject(of('creator-1'));
  } finally {
    await fresh.drop();
  }
});
