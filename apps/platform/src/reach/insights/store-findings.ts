import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Finding } from './finding.ts';
import { proposeImprovement } from './propose-improvement.ts';

/** Writes findings and their proposals in order; returns the number of each. */
export async function storeFindings(
  tx: Transaction,
  { tenantId, analysisId, now }: { tenantId: string; analysisId: string; now: Date },
  findings: readonly Finding[],
): Promise<{ insights: number; proposals: number }> {
  const insights = findings.map((finding, position) => ({ ...finding, id: createId(), position }));
  const proposals = insights.flatMap((insight) => {
    const proposal = proposeImprovement(insight);
    return proposal ? [{ ...proposal, id: createId(), insightId: insight.id, position: insight.position }] : [];
  });
  await tx.query({
    name: 'insert_insights',
    text: `insert into platform.insights
        (id, tenant_id, analysis_id, position, kind, title, description, evidence, created_at)
      select f.id, $1, $2, f.position, f.kind, f.title, f.description, f.evidence, $4
      from json_to_recordset($3) as f(id text, position integer, kind text, title text, description text, evidence json)`,
    values: [tenantId, analysisId, JSON.stringify(insights), now],
  });
  await tx.query({
    name: 'insert_proposals',
    text: `insert into platform.improvement_proposals
        (id, tenant_id, insight_id, position, title, description, expected_effect, created_at)
      select p.id, $1, p."insightId", p.position, p.title, p.description, p."expectedEffect", $3
      from json_to_recordset($2) as p(id text, "insightId" text, position integer, title text, description text,
        "expectedEffect" text)`,
    values: [tenantId, JSON.stringify(proposals), now],
  });
  return { insights: insights.length, proposals: proposals.length };
}
