import type { Database, Transaction } from '@ecp/database/database';

/** A deletion that has begun; `tenantId` is null once it is complete. */
export interface DeletionRequest {
  tenantId: string | null;
  recipient: string | null;
  tenantName: string | null;
  /** At Stripe, when the erasing came to cancel it. */
  hadSubscription: boolean;
  engagementsDeleted: number;
  deliverablesDeleted: number;
  runsDeleted: number;
  auditLogsAnonymized: number;
}

interface Row {
  tenant_id: string | null;
  recipient: string | null;
  tenant_name: string | null;
  had_subscription: boolean;
  engagements_deleted: number;
  deliverables_deleted: number;
  runs_deleted: number;
  audit_logs_anonymized: number;
}

interface NewDeletionRequest {
  id: string;
  tenantId: string;
  recipient: string;
  tenantName: string;
}

/** Begins a deletion; returns the id of the one that is under way already, if there is one. */
export async function insertDeletionRequest(
  tx: Transaction,
  { id, tenantId, recipient, tenantName }: NewDeletionRequest,
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'insert_deletion_request',
    text: `insert into platform.deletion_requests (id, tenant_id, recipient, tenant_name, had_subscription)
      values ($1, $2, $3, $4, false)
      on conflict (tenant_id) do update set tenant_id = excluded.tenant_id returning id`,
    values: [id, tenantId, recipient, tenantName],
  });
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return { id: row.id, isNew: row.id === id };
}

/** Reads a deletion, whoever's; undefined when it is long complete. */
export async function findDeletionRequest(database: Database, id: string): Promise<DeletionRequest | undefined> {
  const [[row]] = await database.batchSystem<[Row]>([
    {
      name: 'find_deletion_request',
      text: `select tenant_id, recipient, tenant_name, had_subscription, engagements_deleted, deliverables_deleted,
        runs_deleted, audit_logs_anonymized from platform.deletion_requests where id = $1`,
      values: [id],
    },
  ]);
  return (
    row && {
      tenantId: row.tenant_id,
      recipient: row.recipient,
      tenantName: row.tenant_name,
      hadSubscription: row.had_subscription,
      engagementsDeleted: row.engagements_deleted,
      deliverablesDeleted: row.deliverables_deleted,
      runsDeleted: row.runs_deleted,
      auditLogsAnonymized: row.audit_logs_anonymized,
    }
  );
}

/** Notes, before it is cancelled, that there is a subscription at Stripe: work that is begun anew finds none any more. */
export async function noteSubscription(database: Database, id: string): Promise<void> {
  await database.batchSystem([
    {
      name: 'note_subscription',
      text: 'update platform.deletion_requests set had_subscription = true where id = $1',
      values: [id],
    },
  ]);
}

/** Writes down how much goes with the tenant, in the transaction that deletes it. */
export async function countDeleted(
  tx: Transaction,
  tenantId: string,
  { engagements, deliverables, runs }: { engagements: number; deliverables: number; runs: number },
): Promise<void> {
  await tx.query({
    name: 'count_deleted',
    text: `update platform.deletion_requests
      set engagements_deleted = $2, deliverables_deleted = $3, runs_deleted = $4 where tenant_id = $1`,
    values: [tenantId, engagements, deliverables, runs],
  });
}

/** Ends a deletion: what is left of its row tells of nobody. */
export async function completeDeletion(tx: Transaction, id: string, auditLogsAnonymized: number): Promise<void> {
  await tx.query({
    name: 'complete_deletion',
    text: `update platform.deletion_requests
      set tenant_id = null, recipient = null, tenant_name = null, audit_logs_anonymized = $2, completed_at = now()
      where id = $1`,
    values: [id, auditLogsAnonymized],
  });
}

/** Deletes what was kept for whoever waited for the answer. */
export async function purgeCompletedDeletions(database: Database): Promise<void> {
  await database.batchSystem([
    {
      name: 'delete_completed_deletions',
      text: `delete from platform.deletion_requests where completed_at < now() - interval '1 hour'`,
    },
  ]);
}
