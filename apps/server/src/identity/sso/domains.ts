import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { createToken } from '../../kernel/keys/tokens.ts';
import { requireWayOut } from '../../kernel/outbound/way-out.ts';
import { type CanonicalEmail, canonicalDomain } from '../credentials/email-addresses.ts';

export interface DomainRow {
  domain: string;
  token: string;
  verified_at: Date | null;
}

/** Selects the domains of a tenant. */
export const selectDomains = (tenantId: string): Statement<DomainRow> => ({
  name: 'select_sso_domains',
  text: 'select domain, token, verified_at from platform.sso_domains where tenant_id = $1 order by domain',
  values: [tenantId],
});

/** Tells whether a tenant has proved the domain of an address. */
export async function isProvedDomain(
  tx: Transaction,
  tenantId: string,
  email: CanonicalEmail,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'is_proved_domain',
    text: `select from platform.sso_domains
      where tenant_id = $1 and domain = split_part($2, '@', 2) and verified_at is not null`,
    values: [tenantId, email],
  });
  return rowCount > 0;
}

interface OfConnection {
  tenantId: string;
  connectionId: string;
}

/**
 * Gives a connection these domains; those that it has keep token and proof. Returns all of them.
 */
export async function keepDomains(
  tx: Transaction,
  { tenantId, connectionId }: OfConnection,
  domains: readonly string[],
): Promise<DomainRow[]> {
  await tx.query({
    name: 'drop_sso_domains',
    text: 'delete from platform.sso_domains where tenant_id = $1 and domain <> all($2::text[])',
    values: [tenantId, domains],
  });
  await tx.query({
    name: 'add_sso_domains',
    text: `insert into platform.sso_domains (tenant_id, connection_id, domain, token)
      select $1, $2, * from unnest($3::text[], $4::text[]) on conflict (tenant_id, domain) do nothing`,
    values: [tenantId, connectionId, domains, domains.map(createToken)],
  });
  return (await tx.query(selectDomains(tenantId))).rows;
}

/**
 * Looks for the record that proves a domain of the connection: one that is gone ends the proof. A
 * domain that another tenant has proved changes hands once that tenant's record is gone. Errors:
 * `not_found`, `outbound_off`.
 */
export async function verifyDomain(
  context: RequestContext,
  given: string,
): Promise<{ domain: string; verified: boolean }> {
  const { services, tenantId } = context;
  requireWayOut(services.config);
  const domain = canonicalDomain(given);
  const [known] = await services.database.batchTenant<[DomainRow]>(tenantId, [
    selectDomains(tenantId),
  ]);
  if (domain === null || !known.some((row) => row.domain === domain))
    throw new ApiError('not_found');
  const records = await services.readTextRecords(domain);
  // The domain may be that of another tenant.
  return services.database.withSystem(async (tx) => {
    const rows = await lockDomain(tx, domain);
    const own = rows.find((row) => row.tenant_id === tenantId);
    if (!own) throw new ApiError('not_found');
    const holder = rows.find((row) => row.tenant_id !== tenantId && row.verified_at !== null);
    const verified =
      records === null
        ? own.verified_at !== null
        : hasRecord(records, own) && !hasRecord(records, holder);
    if (verified && holder) {
      await setProof(tx, holder, false);
      const actor = { tenantId: holder.tenant_id, userId: null, ipAddress: null };
      await recordAudit(
        tx,
        actor,
        proofEntry(holder, { domain, verified: false, reason: 'proved_by_another' }),
      );
    }
    if (verified !== (own.verified_at !== null)) await setProof(tx, own, verified);
    await recordAudit(
      tx,
      context,
      proofEntry(own, { domain, verified, answered: records !== null }),
    );
    return { domain, verified };
  });
}

type ClaimedRow = DomainRow & { tenant_id: string; connection_id: string };

/** Locks the rows of all tenants that name a domain, in one order. */
async function lockDomain(tx: Transaction, domain: string): Promise<ClaimedRow[]> {
  const { rows } = await tx.query<ClaimedRow>({
    name: 'lock_sso_domain',
    text: `select tenant_id, connection_id, domain, token, verified_at from platform.sso_domains where domain = $1
      order by tenant_id for update`,
    values: [domain],
  });
  return rows;
}

const hasRecord = (records: readonly string[], row: ClaimedRow | undefined): boolean =>
  row !== undefined && records.some((record) => record.trim() === `ecp-verification=${row.token}`);

/**
 * Notes or ends a proof. A proof confirms the addresses of the domain that a directory has set
 * before.
 */
async function setProof(
  tx: Transaction,
  { tenant_id, domain }: ClaimedRow,
  verified: boolean,
): Promise<void> {
  await tx.query({
    name: 'set_sso_proof',
    text: `update platform.sso_domains set verified_at = case when $3 then now() end
      where tenant_id = $1 and domain = $2`,
    values: [tenant_id, domain, verified],
  });
  if (!verified) return;
  await tx.query({
    name: 'confirm_addresses_of_domain',
    text: `update platform.users set unconfirmed_at = null, former_email = null
      where tenant_id = $1 and split_part(email, '@', 2) = $2 and unconfirmed_at is not null`,
    values: [tenant_id, domain],
  });
}

const proofEntry = ({ connection_id }: ClaimedRow, metadata: Record<string, unknown>) =>
  ({
    action: 'sso.verify_domain',
    resourceType: 'sso_connection',
    resourceId: connection_id,
    metadata,
  }) as const;
