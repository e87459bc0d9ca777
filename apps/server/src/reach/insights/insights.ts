import type {
  AnalysisStarted,
  ImprovementProposal,
  Insight,
  Insights,
} from '@ecp/contract/reach/insights';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { forEachTenant } from '../../identity/tenants/tenants.ts';
import { behindNoWall, readAsAgents } from '../../kernel/as-agents.ts';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { type Finding, proposeImprovement } from './findings.ts';
import { readPatternFacts } from './pattern-facts.ts';
import { findPatterns } from './patterns.ts';

/** A record as its row stores it, for each kind. */
type Stored<Record> = Record extends unknown
  ? Omit<Record, 'createdAt'> & { created_at: Date }
  : never;
type InsightRow = Stored<Insight>;
type ProposalRow = Stored<ImprovementProposal>;

interface AnalysisRow {
  id: string;
  status: 'running' | 'completed';
  started_at: Date;
  finished_at: Date | null;
}

/**
 * Returns the latest completed analysis' findings; none before. `analysis` is the newest, maybe
 * running.
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

/** The person or key that requests the analysis, or the service itself when it is due. */
type Actor = RequestContext | (AuditActor & { tenantId: string });

/** Locks the beginning of a tenant's analyses until the transaction ends. */
async function lockAnalyses(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query({
    name: 'lock_analyses',
    text: `select pg_advisory_xact_lock(hashtextextended('pattern_analysis ' || $1, 0))`,
    values: [tenantId],
  });
}

/** Begins an analysis as durable work, or returns the running one: a tenant has one at a time. */
export async function beginAnalysis(
  tx: Transaction,
  services: Services,
  actor: Actor,
): Promise<AnalysisStarted> {
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

const dayMs = 24 * 3_600_000;

/**
 * Begins the daily analysis of each tenant that has newly finished runs behind no wall. Any process
 * may call it at any time.
 */
export async function beginDueAnalyses(services: Services, signal?: AbortSignal): Promise<void> {
  await forEachTenant(services.database, (tenantId) => beginIfDue(services, tenantId), signal);
}

async function beginIfDue(services: Services, tenantId: string): Promise<void> {
  const database = services.database.seenBy(behindNoWall);
  const due: Statement = {
    name: 'is_analysis_due',
    text: `with last as (
        select max(started_at) as started_at from platform.pattern_analyses where tenant_id = $1)
      select from last where (started_at is null or started_at <= $2) and exists (
        select from platform.runs
        where tenant_id = $1 and finished_at > coalesce(last.started_at, '-infinity'::timestamptz))`,
    values: [tenantId, new Date(services.clock.now().getTime() - dayMs)],
  };
  // Most tenants have nothing new, so the first check takes no lock.
  const [found] = await database.batchTenant(tenantId, [due]);
  if (found.length === 0) return;
  await database.withTenant(tenantId, async (tx) => {
    await lockAnalyses(tx, tenantId);
    const { rowCount } = await tx.query(due);
    if (rowCount > 0)
      await beginAnalysis(tx, services, { tenantId, userId: null, ipAddress: null });
  });
}

/**
 * Performs an analysis once, of what is behind no wall, because everybody reads it: findings
 * replace earlier ones with `pattern_analysis.completed`, in one transaction.
 */
export async function analyzePatterns(
  services: Services,
  { tenantId, analysisId }: { tenantId: string; analysisId: string },
): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    if (!(await lockRunning(tx, tenantId, analysisId))) return;
    const now = services.clock.now();
    const findings = findPatterns(
      await readAsAgents(tx, null, () => readPatternFacts(tx, tenantId, now)),
    );
    const { insights, proposals } = await storeFindings(
      tx,
      { tenantId, analysisId, now },
      findings,
    );
    await completeAnalysis(tx, { tenantId, analysisId, now });
    await recordEvent(tx, services, tenantId, 'pattern_analysis.completed', {
      analysisId,
      insights,
      proposals,
    });
  });
}

/** Returns false when the analysis is completed, or was erased with its tenant. */
async function lockRunning(
  tx: Transaction,
  tenantId: string,
  analysisId: string,
): Promise<boolean> {
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

/** Writes findings and their proposals in order; returns the number of each. */
async function storeFindings(
  tx: Transaction,
  { tenantId, analysisId, now }: { tenantId: string; analysisId: string; now: Date },
  findings: readonly Finding[],
): Promise<{ insights: number; proposals: number }> {
  const insights = findings.map((finding, position) => ({ ...finding, id: createId(), position }));
  const proposals = insights.flatMap((insight) => {
    const proposal = proposeImprovement(insight);
    return proposal
      ? [{ ...proposal, id: createId(), insightId: insight.id, position: insight.position }]
      : [];
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
