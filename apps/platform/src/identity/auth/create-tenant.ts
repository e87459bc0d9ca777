import { randomBytes } from 'node:crypto';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { makeSlug } from '@ecp/language/slug';
import type { BillingProvider } from '../billing/billing-provider.ts';
import { startSubscription } from '../billing/start-subscription.ts';

/** Creates a tenant with its subscription. The slug is the company's name, with a suffix if that is taken. */
export async function createTenant(tx: Transaction, billing: BillingProvider, company: string): Promise<string> {
  const tenantId = createId();
  const slug = makeSlug(company, 'tenant');
  // A random suffix does not reveal how many companies have that name.
  for (let tried = slug; !(await insertTenant(tx, tenantId, company, tried)); ) {
    tried = `${slug}-${randomBytes(4).toString('hex')}`;
  }
  await startSubscription(tx, tenantId, billing);
  return tenantId;
}

async function insertTenant(tx: Transaction, tenantId: string, name: string, slug: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert_tenant',
    text: 'insert into platform.tenants (id, name, slug) values ($1, $2, $3) on conflict (slug) do nothing',
    values: [tenantId, name, slug],
  });
  return rowCount > 0;
}
