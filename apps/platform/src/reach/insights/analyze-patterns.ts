import type { Transaction } from '@ecp/database/database';
import { recordEvent } from '../../kernel/outbox/record-event.ts';
import type { Services } from '../../kernel/services.ts';
import { findPatterns } from './find-patterns.ts';
import { readPatternFacts } from './read-pattern-facts.ts';
import { storeFindings } from './store-findings.ts';

/**
 * Does an analysis that was begun: its findings and proposals take the place of the earlier ones, and
 * `pattern_analysis.completed` goes out, in one transaction (INS-5). Does nothing when it was done before.
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

/** False when the analysis has been completed, or went with its tenant. */
async function lockRunning(tx: Transaction, tenantId: string, analysisId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock_running_analysis',
    text: `select from platform.pattern_analyses where tenant_id = $1 and id = $2 and status = 'running' for update`,
    values: [tenantId, analysisId],
  });
  return rowCount > 0;
}

/** Earlier analyses go, with what they found. */
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
