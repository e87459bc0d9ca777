import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Database, Transaction } from '@ecp/database/database';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { firstRow } from '../../kernel/sql.ts';

/** A deletion that has begun; `tenantId` is null when it is complete. */
interface DeletionRequest {
  tenantId: string | null;
  recipient: string | null;
  tenantName: string | null;
  /** The language that the recipient has chosen. */
  language: PageLanguage | null;
  /** Whether there was a subscription at Stripe to cancel. */
  hadSubscription: boolean;
  engagementsDeleted: number;
  deliverablesDeleted: number;
  runsDeleted: number;
  auditLogsAnonymized: number;
}

interface DeletionRow {
  tenant_id: string | null;
  recipient: string | null;
  tenant_name: string | null;
  language: PageLanguage | null;
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
  language: PageLanguage | null;
}

/** Begins a deletion; returns the id of the one in progress if there is one. */
export async function insertDeletionRequest(
  tx: Transaction,
  { id, tenantId, recipient, tenantName, language }: NewDeletionRequest,
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'insert_deletion_request',
    text: `insert into platform.deletion_requests (id, tenant_id, recipient, tenant_name, language, had_subscription)
      values ($1, $2, $3, $4, $5, false)
      on conflict (tenant_id) do update set tenant_id = excluded.tenant_id returning id`,
    values: [id, tenantId, recipient, tenantName, language],
  });
  const row = firstRow(rows);
  return { id: row.id, isNew: row.id === id };
}

/** Reads the deletion of any tenant; returns undefined when it was purged after completion. */
export async function findDeletionRequest(
  database: Database,
  id: string,
): Promise<DeletionRequest | undefined> {
  const [[row]] = await database.batchSystem<[DeletionRow]>([
    {
      name: 'find_deletion_request',
      text: `select tenant_id, recipient, tenant_name, language, had_subscription, engagements_deleted,
        deliverables_deleted, runs_deleted, audit_logs_anonymized from platform.deletion_requests where id = $1`,
      values: [id],
    },
  ]);
  return (
    row && {
      tenantId: row.tenant_id,
      recipient: row.recipient,
      tenantName: row.tenant_name,
      language: row.language,
      hadSubscription: row.had_subscription,
      engagementsDeleted: row.engagements_deleted,
      deliverablesDeleted: row.deliverables_deleted,
      runsDeleted: row.runs_deleted,
      auditLogsAnonymized: row.audit_logs_anonymized,
    }
  );
}

/**
 * Records a subscription at Stripe before it is cancelled, because work that starts again finds
 * none.
 */
export async function noteSubscription(database: Database, id: string): Promise<void> {
  await database.batchSystem([
    {
      name: 'note_subscription',
      text: 'update platform.deletion_requests set had_subscription = true where id = $1',
      values: [id],
    },
  ]);
}

/** Records how much is deleted with the tenant, in the transaction that deletes it. */
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

/** Completes a deletion and removes all personal data from its row. */
export async function completeDeletion(
  tx: Transaction,
  id: string,
  auditLogsAnonymized: number,
): Promise<void> {
  await tx.query({
    name: 'complete_deletion',
    text: `update platform.deletion_requests
      set tenant_id = null, recipient = null, tenant_name = null, language = null, audit_logs_anonymized = $2,
        completed_at = now()
      where id = $1`,
    values: [id, auditLogsAnonymized],
  });
}

/** Purges completed deletions, which were kept for waiting callers. */
export async function purgeCompletedDeletions(database: Database): Promise<void> {
  await database.batchSystem([
    {
      name: 'delete_completed_deletions',
      text: `delete from platform.deletion_requests where completed_at < now() - interval '1 hour'`,
    },
  ]);
}

interface PendingRow {
  id: string;
  requested_at: Date;
}

/** Exports a deletion that has begun and is not complete. */
export const exportedDeletionRequests: ExportPart<PendingRow> = {
  name: 'deletionRequests',
  page: pageOf('platform.deletion_requests', 'id, requested_at'),
  pageRows: 200,
  toRecord: ({ id, requested_at }) => ({
    id,
    status: 'pending',
    requestedAt: requested_at.toISOString(),
  }),
};
