import { type Verdict, verdicts, verdictThresholds } from '@ecp/contract/values/verdicts';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Sample } from './statistics.ts';

/** Tasks of one kind by one model: the evaluator's scores (0 to 100) and the costs in nano-USD. */
export interface ModelFacts {
  taskKind: string;
  model: string;
  score: Sample;
  cost: Sample;
}

/**
 * Scores of one criterion of a rubric, and how often no other criterion of the deliverable scored
 * lower.
 */
export interface CriterionFacts {
  rubricType: string;
  criterion: string;
  score: Sample;
  lowest: number;
}

/**
 * Number of an agent's reviewed versions, and how many of them await a revision or were rejected.
 */
export interface AgentFacts {
  agentSlug: string;
  reviewed: number;
  sentBack: number;
}

/**
 * Counts of verdict pairs by one version of a rubric: rows the evaluator's, columns the latest
 * review's.
 */
export interface RubricAgreementFacts {
  rubricType: string;
  rubricVersion: number;
  table: number[][];
}

/** Engagements that spent anything, over all their runs. */
export interface BudgetFacts {
  engagements: number;
  /** How many had a run that failed because the budget was exhausted. */
  exhausted: number;
  /** How many spent less than half of their budget. */
  belowHalf: number;
  /** Median of spent divided by budget. */
  medianShare: number;
}

/** The input of an analysis, aggregated over the tenant's engagements. */
export interface PatternFacts {
  models: ModelFacts[];
  criteria: CriterionFacts[];
  agents: AgentFacts[];
  /** Scores of versions that people approved, and of versions that they sent back. */
  reviewedScores: { approved: Sample; sentBack: Sample };
  agreements: RubricAgreementFacts[];
  /**
   * Cost in nano-USD of all attempts at a deliverable up to its approval, by the time of approval.
   */
  approvalCosts: { recent: Sample; earlier: Sample };
  budgets: BudgetFacts;
}

/** Length of the two periods of `approvalCosts`. */
export const trendPeriodDays = 90;

const { approve, reject } = verdictThresholds;
const dayMs = 24 * 3_600_000;
/** Older runs say little about today's models, agents and rubrics. */
const analysedDays = 365;
/** Limits the runs of each period. More would take longer and change no finding. */
const runsOfPeriod = 5_000;

/**
 * Aggregates finished runs in Postgres: the newest 5,000 of 90 days and of the 275 days before,
 * without the sample.
 */
export async function readPatternFacts(
  tx: Transaction,
  tenantId: string,
  now: Date,
): Promise<PatternFacts> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const all = [tenantId, daysAgo(analysedDays), daysAgo(trendPeriodDays)];
  const trend = [...all, daysAgo(2 * trendPeriodDays)];
  const select = async <Row>(statement: Statement<Row>, values: unknown[] = all) =>
    (await tx.query({ ...statement, values })).rows;
  const only = <Row>([row]: Row[]): Row => {
    if (row === undefined) throw new Error('An aggregate without groups returned no row');
    return row;
  };
  return {
    models: await select(selectModels),
    criteria: await select(selectCriteria),
    agents: await select(selectAgents),
    reviewedScores: only(await select(selectReviewedScores)),
    agreements: toTables(await select(selectVerdicts, [...all, approve, reject])),
    approvalCosts: only(await select(selectApprovalCosts, trend)),
    budgets: only(await select(selectBudgets)),
  };
}

interface VerdictRow {
  rubricType: string;
  rubricVersion: number;
  evaluator: Verdict;
  reviewer: Verdict;
  count: number;
}

function toTables(rows: readonly VerdictRow[]): RubricAgreementFacts[] {
  const byRubric = Map.groupBy(rows, ({ rubricType, rubricVersion }) =>
    JSON.stringify([rubricType, rubricVersion]),
  );
  return [...byRubric.values()].flatMap((ofRubric) =>
    ofRubric.slice(0, 1).map(({ rubricType, rubricVersion }) => {
      const countOf = (evaluator: Verdict, reviewer: Verdict) =>
        ofRubric.find((row) => row.evaluator === evaluator && row.reviewer === reviewer)?.count ??
        0;
      const table = verdicts.map((evaluator) =>
        verdicts.map((reviewer) => countOf(evaluator, reviewer)),
      );
      return { rubricType, rubricVersion, table };
    }),
  );
}

/** Returns the SQL of a Sample as JSON, over the rows of a group. */
const sampleOf = (measured: string, condition = 'true') => `json_build_object(
  'count', count(${measured}) filter (where ${condition}),
  'mean', coalesce(avg(${measured}) filter (where ${condition}), 0),
  'variance', coalesce(var_samp(${measured}) filter (where ${condition}), 0))`;

const isSentBack = `approval_status in ('revision_requested', 'rejected')`;

/** The newest runs of a period that are not of the sample. */
const newestRuns = (period: string) => `(
    select id, engagement_id, started_at, analytics, cost_nano_usd, failure_reason from platform.runs
    where tenant_id = $1 and ${period} and engagement_id is distinct from (
      select id from platform.engagements where tenant_id = $1 and sample)
    order by finished_at desc limit ${runsOfPeriod})`;

const analysed = `analysed as materialized (
  ${newestRuns('finished_at >= $3')} union all ${newestRuns('finished_at >= $2 and finished_at < $3')})`;

/**
 * One row for each task of a run, with verdicts. `offset 0` looks up by key: the planner would read
 * whole tables.
 */
const analysedTasks = `${analysed}, tasks as (
  select r.engagement_id, r.started_at, t."taskId" as task_id, t."agentSlug" as agent, t."selectedModel" as model,
    round(t.cost * 1e9) as cost_nano_usd, s.rubric_type, s.score, d.approval_status, d.reviewed_at
  from analysed r
  cross join lateral json_to_recordset(r.analytics->'modelRouting')
    as t("taskId" text, "agentSlug" text, "selectedModel" text, cost double precision)
  left join lateral (
    select rubric_type, score from platform.quality_scores
    where tenant_id = $1 and run_id = r.id and task_id = t."taskId" and not offline offset 0
  ) s on true
  left join lateral (
    select approval_status, reviewed_at from platform.deliverables
    where tenant_id = $1 and run_id = r.id and task_id = t."taskId" offset 0
  ) d on true)`;

const selectModels: Statement<ModelFacts> = {
  text: `with ${analysedTasks}
  select rubric_type as "taskKind", model, ${sampleOf('score')} as score, ${sampleOf('cost_nano_usd')} as cost
  from tasks where rubric_type is not null group by 1, 2 order by 1, 2`,
};

const selectCriteria: Statement<CriterionFacts> = {
  text: `
  with ${analysed}, judged as (
    select s.rubric_type, c.id as criterion, c.score,
      rank() over (partition by s.id order by c.score) as place
    from analysed r
    join platform.quality_scores s on s.tenant_id = $1 and s.run_id = r.id and not s.offline
    cross join lateral json_to_recordset(s.criteria) as c(id text, score double precision))
  select rubric_type as "rubricType", criterion, ${sampleOf('score')} as score,
    (count(*) filter (where place = 1))::integer as lowest
  from judged group by 1, 2 order by 1, 2`,
};

const selectAgents: Statement<AgentFacts> = {
  text: `with ${analysedTasks}
  select agent as "agentSlug", count(*)::integer as reviewed,
    (count(*) filter (where ${isSentBack}))::integer as "sentBack"
  from tasks where approval_status <> 'pending_review' group by 1 order by 1`,
};

const selectReviewedScores: Statement<PatternFacts['reviewedScores']> = {
  text: `with ${analysedTasks}
  select ${sampleOf('score', `approval_status = 'approved'`)} as approved, ${sampleOf('score', isSentBack)} as "sentBack"
  from tasks`,
};

/**
 * Selects each scored and reviewed version, by its latest review; scores become verdicts as in
 * verdictOfScore.
 */
const selectVerdicts: Statement<VerdictRow> = {
  text: `
  with ${analysed}
  select s.rubric_type as "rubricType", s.rubric_version as "rubricVersion",
    case when s.score >= $4 then 'approve' when s.score < $5 then 'reject' else 'request_revision' end as evaluator,
    case d.approval_status when 'approved' then 'approve' when 'rejected' then 'reject' else 'request_revision' end
      as reviewer,
    count(*)::integer as count
  from analysed r
  join platform.quality_scores s on s.tenant_id = $1 and s.run_id = r.id and not s.offline
  join platform.deliverables d on d.tenant_id = $1 and d.run_id = r.id and d.task_id = s.task_id
  where d.approval_status <> 'pending_review'
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
};

const selectApprovalCosts: Statement<PatternFacts['approvalCosts']> = {
  text: `with ${analysedTasks},
  approved as (
    select distinct on (engagement_id, task_id) engagement_id, task_id, started_at, reviewed_at
    from tasks where approval_status = 'approved' order by engagement_id, task_id, started_at desc),
  costs as (
    select a.reviewed_at, sum(t.cost_nano_usd) as cost
    from approved a join tasks t
      on t.engagement_id = a.engagement_id and t.task_id = a.task_id and t.started_at <= a.started_at
    group by a.engagement_id, a.task_id, a.reviewed_at)
  select ${sampleOf('cost', 'reviewed_at >= $3')} as recent,
    ${sampleOf('cost', 'reviewed_at >= $4 and reviewed_at < $3')} as earlier
  from costs`,
};

const selectBudgets: Statement<BudgetFacts> = {
  text: `
  with ${analysed}, spending as (
    select e.budget_nano_usd as budget, sum(r.cost_nano_usd) as spent,
      coalesce(bool_or(r.failure_reason = 'budget_exhausted'), false) as exhausted
    from analysed r
    join platform.engagements e on e.tenant_id = $1 and e.id = r.engagement_id
    group by e.id having sum(r.cost_nano_usd) > 0)
  select count(*)::integer as engagements,
    (count(*) filter (where exhausted))::integer as exhausted,
    (count(*) filter (where spent * 2 < budget))::integer as "belowHalf",
    coalesce(percentile_cont(0.5) within group (order by spent::double precision / budget), 0) as "medianShare"
  from spending`,
};
