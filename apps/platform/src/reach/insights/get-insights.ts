import type { ImprovementProposal, Insight, Insights } from '@ecp/contract/reach/insights';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';

/** A record as its row stores it, for each kind. */
type Stored<Record> = Record extends unknown ? Omit<Record, 'createdAt'> & { created_at: Date } : never;
type InsightRow = Stored<Insight>;
type ProposalRow = Stored<ImprovementProposal>;

interface AnalysisRow {
  id: string;
  status: 'running' | 'completed';
  started_at: Date;
  finished_at: Date | null;
}

/**
 * Returns the findings of the latest completed analysis in their order (INS-3); none before the first. `analysis` is
 * the newest one, which may still be running.
 */
export async function getInsights({ services, tenantId }: RequestContext): Promise<Insights> {
  const [insights, proposals, [analysis]] = await services.database.batchTenant(tenantId, [
    { ...selectInsights, values: [tenantId] },
    { ...selectProposals, values: [tenantId] },
    { ...selectAnalysis, values: [tenantId] },
  ]);
  return {
    insights: insights.map(toInsight),
    proposals: proposals.map(toProposal),
    analysis: analysis ? toAnalysis(analysis) : null,
  };
}

const toInsight = ({ created_at, ...insight }: InsightRow): Insight => ({
  ...insight,
  createdAt: created_at.toISOString(),
});

const toProposal = ({ created_at, ...proposal }: ProposalRow): ImprovementProposal => ({
  ...proposal,
  createdAt: created_at.toISOString(),
});

const toAnalysis = ({ id, status, started_at, finished_at }: AnalysisRow) => ({
  id,
  status,
  startedAt: started_at.toISOString(),
  finishedAt: finished_at?.toISOString() ?? null,
});

const selectInsights: Statement<InsightRow> = {
  name: 'list_insights',
  text: `select id, kind, title, description, evidence, created_at from platform.insights
    where tenant_id = $1 order by position`,
};
const selectProposals: Statement<ProposalRow> = {
  name: 'list_proposals',
  text: `select id, insight_id as "insightId", title, description, expected_effect as "expectedEffect", created_at
    from platform.improvement_proposals where tenant_id = $1 order by position`,
};
const selectAnalysis: Statement<AnalysisRow> = {
  name: 'select_newest_analysis',
  text: `select id, status, started_at, finished_at from platform.pattern_analyses
    where tenant_id = $1 order by started_at desc, id desc limit 1`,
};
