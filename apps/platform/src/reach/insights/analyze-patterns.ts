import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { findPatterns } from './find-patterns.ts';
import { readPatternFacts } from './read-pattern-facts.ts';
import { storeFindings } from './store-findings.ts';

/**
 * Performs an analysis that has begun. In one transaction its findings and proposals replace the earlier ones and
 * `pattern_analysis.completed` is emitted (INS-5). Does nothing if the analysis is already completed.
 */
export async function analyzePatterns(
  services: Services,
  { tenantId, analysisId }: { tenantId: string; analysisId: string },
): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    if (!(await lockRunning(tx, tenantId, analysisId))) return;
    const now = services.clock.now();
    const findings = findPatterns(await readPatternFacts(tx, tenantId, now));
    const { insights, proposals } = await storeFindings(tx, { tenantId, analysisId, now }, findings);
    await completeAnalysis(tx, { tenantId, analysisId, now });
    await recordEvent(tx, services, tenantId, 'pattern_analysis.completed', { analysisId, insights, proposals });
  });
}

/** Returns false when the analysis is completed, or was erased with its tenant. */
async function lockRunning(tx: Transaction, tenantId: string, analysisId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock_running_analysis',
    text: `select from platform.pattern_analyses where tenant_id = $1 and id = $2 and status = 'running' for update`,
    values: [tenantId, analysisId],
  });
  return rowCount > 0;
}

/** Completes the analysis and deletes earlier ones with their findings. */
async function completeAnalysis(
  tx: Transaction,
  { tenantId, analysisId, now }: { tenantId: string; analysisId: string; now: Date },
): Promise<void> {
  await tx.query({
    name: 'complete_analysis',
    text: `update platform.pattern_analyses set status = 'completed', finished_at = $3 where tenant_id = $1 and id = $2`,
    values: [tenantId, analysisId, now],
  });
  await tx.query({
    name: 'delete_earlier_analyses',
    text: 'delete from platform.pattern_analyses where tenant_id = $1 and id <> $2',
    values: [tenantId, analysisId],
  });
}
