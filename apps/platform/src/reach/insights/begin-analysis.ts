import type { AnalysisStarted } from '@ecp/contract/reach/insights';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';

/** The person or key that requests the analysis, or the service itself when it is due. */
type Actor = RequestContext | (AuditActor & { tenantId: string });

/** Locks the beginning of a tenant's analyses until the transaction ends. */
export async function lockAnalyses(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query({
    name: 'lock_analyses',
    text: `select pg_advisory_xact_lock(hashtextextended('pattern_analysis ' || $1, 0))`,
    values: [tenantId],
  });
}

/** Begins an analysis as durable work, or returns the running one: a tenant has one at a time. */
export async function beginAnalysis(tx: Transaction, services: Services, actor: Actor): Promise<AnalysisStarted> {
  const { tenantId } = actor;
  await lockAnalyses(tx, tenantId);
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_running_analysis',
    text: `select id from platform.pattern_analyses where tenant_id = $1 and status = 'running'`,
    values: [tenantId],
  });
  if (rows[0]) return { status: 'running', analysisId: rows[0].id };
  const analysisId = createId();
  await tx.query({
    name: 'insert_analysis',
    text: `insert into platform.pattern_analyses (id, tenant_id, status, started_at) values ($1, $2, 'running', $3)`,
    values: [analysisId, tenantId, services.clock.now()],
  });
  await recordAudit(tx, actor, {
    action: 'insights.analyze',
    resourceType: 'pattern_analysis',
    resourceId: analysisId,
  });
  await services.durable.enqueue(tx, 'analyzePatterns', analysisId, { tenantId, analysisId });
  return { status: 'started', analysisId };
}
