import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Database, Transaction } from '@ecp/database/database';
import type { BillingAccount, BillingProvider, SubscriptionState } from '../../kernel/ports.ts';
import type { Services } from '../../kernel/services.ts';
import { findMailRecipient } from '../tenants/tenants.ts';

interface AccountRow {
  tenant_name: string;
  status: BillingAccount['status'];
  plan: BillingPlan;
  customer_id: string | null;
  external_id: string | null;
  ticket: number;
}

/** A question to the provider, with the number under which its answer is stored. */
interface SubscriptionSync {
  account: BillingAccount;
  provider: BillingProvider['name'];
  ticket: number;
}

/**
 * Reads the paying account and draws a ticket; the answer with the highest counts. Undefined if the
 * tenant is gone.
 */
export async function beginSubscriptionSync(
  { database, billing }: Pick<Services, 'database' | 'billing'>,
  tenantId: string,
): Promise<SubscriptionSync | undefined> {
  const provider = billing.name;
  return database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<AccountRow>({
      name: 'draw_billing_ticket',
      text: `update platform.subscriptions s set tickets_drawn = s.tickets_drawn + 1
        from platform.tenants t where s.tenant_id = $1 and t.id = s.tenant_id
        returning t.name as tenant_name, ${effectiveSubscriptionStatus('s', '$2')} as status, t.plan, s.customer_id, s.external_id,
          s.tickets_drawn as ticket`,
      values: [tenantId, provider],
    });
    const owner = await findMailRecipient(tx, tenantId, null);
    const [row] = rows;
    if (!row || !owner) return undefined;
    const { to: ownerEmail } = owner;
    const {
      tenant_name: tenantName,
      status,
      plan,
      customer_id: customerId,
      external_id: externalId,
      ticket,
    } = row;
    return {
      account: { tenantId, tenantName, ownerEmail, status, plan, customerId, externalId },
      provider,
      ticket,
    };
  });
}

/**
 * Stores the provider's answer unless a later one is stored. Returns true if this changed the
 * state.
 */
export async function storeSubscriptionState(
  tx: Transaction,
  { account, provider, ticket }: SubscriptionSync,
  { status, plan, currentPeriodEnd, externalId }: SubscriptionState,
): Promise<boolean> {
  const wanted = plan ?? account.plan;
  const { rows } = await tx.query<{ changed: boolean }>({
    name: 'write_subscription',
    text: `update platform.subscriptions s
      set provider = $7, status = $3, plan = $4, current_period_end = $5, external_id = $6, ticket_written = $2,
        updated_at = now()
      from platform.subscriptions old
      where s.tenant_id = $1 and s.ticket_written < $2 and old.tenant_id = s.tenant_id
      returning (old.provider, old.status, old.plan, old.current_period_end)
        is distinct from (s.provider, s.status, s.plan, s.current_period_end) as changed`,
    values: [account.tenantId, ticket, status, wanted, currentPeriodEnd, externalId, provider],
  });
  if (rows.length === 0) return false;
  await tx.query({
    name: 'write_plan',
    text: 'update platform.tenants set plan = $2 where id = $1 and plan <> $2',
    values: [account.tenantId, wanted],
  });
  return rows[0]?.changed ?? false;
}

/** Stores the provider's customer id of the tenant. */
export async function storeCustomerId(
  tx: Transaction,
  tenantId: string,
  customerId: string,
): Promise<void> {
  await tx.query({
    name: 'write_customer',
    text: 'update platform.subscriptions set customer_id = $2 where tenant_id = $1 and customer_id is distinct from $2',
    values: [tenantId, customerId],
  });
}

/** Finds the tenant with this customer id, or null. */
export async function findTenantOfCustomer(
  database: Database,
  customerId: string,
): Promise<string | null> {
  const [[account]] = await database.batchSystem<[{ tenant_id: string }]>([
    {
      name: 'find_tenant_of_customer',
      text: 'select tenant_id from platform.subscriptions where customer_id = $1',
      values: [customerId],
    },
  ]);
  return account?.tenant_id ?? null;
}

/**
 * Creates a new tenant's Starter subscription: active without end with local billing, none yet with
 * Stripe.
 */
export async function startSubscription(
  tx: Transaction,
  tenantId: string,
  { name, firstStatus }: Pick<BillingProvider, 'name' | 'firstStatus'>,
): Promise<void> {
  await tx.query({
    name: 'start_subscription',
    text: `insert into platform.subscriptions (tenant_id, provider, status, plan) values ($1, $2, $3, 'starter')`,
    values: [tenantId, name, firstStatus],
  });
}

/**
 * Only the present provider's subscriptions count: free local ones must not give access beside
 * Stripe, and without Stripe the end of its subscriptions would stay unknown.
 */

const counts = (alias: string, provider: string) => `${alias}.provider = ${provider}`;

/**
 * SQL that joins a tenant's subscription if it counts. `provider` is the parameter of
 * BillingProvider.name.
 */
export const joinEffectiveSubscription = (
  alias: string,
  tenantId: string,
  provider: string,
): string =>
  `left join platform.subscriptions ${alias} on ${alias}.tenant_id = ${tenantId} and ${counts(alias, provider)}`;

/** SQL for the status of a subscription that may not count. */
const effectiveSubscriptionStatus = (alias: string, provider: string): string =>
  `case when ${counts(alias, provider)} then ${alias}.status else 'none' end`;
