import type { EngineEventOf } from '@ecp/contract/engine/engine-events';
import type { CitationCounts } from '@ecp/contract/values/citations';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Language } from '@ecp/language/language';
import type { KnownConflict } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { Roster } from '../../agents/roster.ts';
import { findConflicts, readConflicts, readDocumentFigures } from '../../evidence/ledger.ts';
import type { RunRef } from '../../kernel/events.ts';
import { briefOf, type EngineTask, type StoredRun, type TaskResult } from '../../kernel/runs.ts';
import { offlineModel } from '../../models/available-models.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import type { RoutingCandidate } from '../../routing/choose-model.ts';
import { writingCallsOf } from '../../routing/estimates.ts';

export interface TaskFacts {
  id: string;
  name: string;
  kind: TaskKind;
  agentSlug: string;
  dependsOn: string[];
  filename: string;
  /** `not_started`: the run ended before the task could start. */
  state: TaskResult['state'] | 'not_started';
  error: string | null;
  /**
   * The model that wrote the document, else the chosen one. Null if the task ended before the
   * choice.
   */
  model: string | null;
  reason: string | null;
  explored: boolean;
  /**
   * The compared models: the chosen one, then the others, next best first. Empty if none was
   * chosen.
   */
  candidates: RoutingCandidate[];
  observerScore: number | null;
  evaluation: Pick<
    EngineEventOf<'score'>,
    'score' | 'rubricType' | 'rubricVersion' | 'criteria'
  > | null;
  /** Words of the document that this run delivered. Null if it delivered none. */
  wordCount: number | null;
  costNanoUsd: number;
  /**
   * Time from the task's start to its end, including pauses. Null unless it both started and ended.
   */
  durationMs: number | null;
  hasEarlierVersion: boolean;
}

/** Calls to models, summed by task, agent, model and purpose. */
export interface CallFacts {
  taskId: string | null;
  agentSlug: string;
  model: string;
  purpose: string;
  tries: number;
  /** Attempts after the first one of the same call. */
  retries: number;
  answered: number;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
}

/** Attempts without a usable answer, summed by cause. */
export interface LostTryFacts {
  taskId: string | null;
  agentSlug: string;
  model: string;
  purpose: string;
  /**
   * `none`: not billed. `billed`: paid without a usable answer. `unknown`: counted at the worst
   * case.
   */
  billing: 'none' | 'billed' | 'unknown';
  error: string;
  tries: number;
  costNanoUsd: number;
}

interface DelegationFacts {
  taskId: string;
  from: string;
  to: string;
  question: string;
  costNanoUsd: number;
  /** True if the question was answered from the record of the run. */
  reused: boolean;
}

/** An agent's query over the engagement's tables that gave a result. */
interface QueryFacts {
  agentSlug: string;
  id: string;
  title: string;
  rows: number;
  truncated: boolean;
}

interface EvidenceFacts extends CitationCounts {
  taskId: string;
}

/**
 * All numbers and names in a run's reports, without the content of documents. Amounts are in
 * nano-USD.
 */
export interface RunFacts {
  runId: string;
  engagement: StoredRun['input']['engagement'];
  /** The language of the brief, in which the reports are written. */
  language: Language;
  sourceTitles: string[];
  planned: boolean;
  startedAtMs: number;
  gatheredAtMs: number;
  pausedMs: number;
  costNanoUsd: number;
  inputTokens: number;
  /** The part of `inputTokens` from the providers' caches, and its saving. */
  cachedInputTokens: number;
  savedNanoUsd: number;
  outputTokens: number;
  budget: { limitNanoUsd: number; spentNanoUsd: number; reservedNanoUsd: number };
  tasks: TaskFacts[];
  calls: CallFacts[];
  lostTries: LostTryFacts[];
  delegations: DelegationFacts[];
  /** One line for each search of an agent in the sources. */
  searches: string[];
  queries: QueryFacts[];
  /** In the order of delivery. */
  evidence: EvidenceFacts[];
  /** The figures to which the documents of the engagement give different values. */
  conflicts: KnownConflict[];
  /** By slug. An agent that left the roster is missing. */
  agents: ReadonlyMap<string, { name: string; role: string; department: string }>;
  offlineModels: ReadonlySet<string>;
}

/** Returns the mean, or null for an empty list. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const sumOf = <Part extends string>(
  items: readonly Record<Part, number>[],
  part: Part,
): number => items.reduce((sum, item) => sum + item[part], 0);

/**
 * Gathers the facts of a run, without documents. Throws if the run or its budget no longer exists.
 */
export async function gatherRunFacts(
  { database, roster, models }: { database: Database; roster: Roster; models: CatalogModel[] },
  run: StoredRun,
  results: TaskResult[],
): Promise<RunFacts> {
  const [records, documents, known] = await Promise.all([
    readRunRecords(database, run),
    readDocumentFigures(database, run),
    readConflicts(database, run),
  ]);
  const { calls } = records;
  const local = models.filter(({ provider }) => provider === 'local').map(({ id }) => id);
  return {
    runId: run.runId,
    engagement: run.input.engagement,
    language: briefOf(run).language,
    sourceTitles: run.input.sources.map(({ title }) => title),
    planned: records.planned,
    startedAtMs: records.startedAtMs,
    gatheredAtMs: records.gatheredAtMs,
    pausedMs: addPauses(records.statuses, records.gatheredAtMs),
    costNanoUsd: sumOf(calls, 'costNanoUsd'),
    inputTokens: sumOf(calls, 'inputTokens'),
    cachedInputTokens: records.cachedInputTokens,
    savedNanoUsd: records.savedNanoUsd,
    outputTokens: sumOf(calls, 'outputTokens'),
    budget: records.budget,
    tasks: assembleTasks(run, results, records),
    calls,
    lostTries: records.lostTries,
    delegations: records.delegations,
    searches: records.searches,
    queries: records.queries,
    evidence: records.evidence,
    conflicts: [
      ...known.filter(({ kind }) => kind === 'sources'),
      ...findConflicts(documents, known),
    ].filter(({ settlement }) => settlement === null),
    agents: new Map(
      [...roster.agents, roster.observer, roster.evaluator].map((agent) => [agent.slug, agent]),
    ),
    offlineModels: new Set([offlineModel.id, ...local]),
  };
}

/** Sums the time in state `paused`. A pause that has not ended counts up to `untilMs`. */
function addPauses(statuses: StatusRecord[], untilMs: number): number {
  return statuses.reduce((sum, { status, atMs }, index) => {
    const endMs = statuses[index + 1]?.atMs ?? untilMs;
    return status === 'paused' ? sum + endMs - atMs : sum;
  }, 0);
}

function assembleTasks(run: StoredRun, results: TaskResult[], records: RunRecords): TaskFacts[] {
  const earlier = new Set(run.input.previous.map(({ taskId }) => taskId));
  return (run.tasks ?? []).map((task) => ({
    id: task.id,
    name: task.name,
    kind: task.kind,
    agentSlug: task.agentSlug,
    dependsOn: task.dependsOn,
    filename: task.filename,
    ...endOf(task, results),
    ...qualityOf(task, records),
    wordCount: records.wordCounts.get(task.id) ?? null,
    costNanoUsd: sumOf(
      records.calls.filter(({ taskId }) => taskId === task.id),
      'costNanoUsd',
    ),
    durationMs: durationOf(task, records),
    hasEarlierVersion: earlier.has(task.id),
  }));
}

function endOf({ id }: EngineTask, results: TaskResult[]): Pick<TaskFacts, 'state' | 'error'> {
  const result = results.find(({ taskId }) => taskId === id);
  const error = result && 'error' in result ? result.error : null;
  // A report advises on the budget. A higher one would not help where the day's limit ended the
  // task.
  if (result?.state === 'exhausted' && result.reason === 'tenant_spend_limit')
    return { state: 'failed', error };
  return { state: result?.state ?? 'not_started', error };
}

function qualityOf({ id }: EngineTask, { routing, scores }: RunRecords) {
  const routed = routing.find(({ taskId }) => taskId === id);
  // The offline model counts words and references, which is no judgement.
  const scored = scores.find(({ taskId, offline }) => taskId === id && !offline);
  const isObserved = routed !== undefined && routed.model !== offlineModel.id;
  return {
    model: routed?.model ?? null,
    reason: routed?.reason ?? null,
    explored: routed?.explored ?? false,
    candidates: routed?.candidates ?? [],
    observerScore: isObserved ? routed.observerScore : null,
    evaluation: scored
      ? {
          score: scored.score,
          rubricType: scored.rubricType,
          rubricVersion: scored.rubricVersion,
          criteria: scored.criteria,
        }
      : null,
  };
}

function durationOf({ id }: EngineTask, { taskStartsMs, taskEndsMs }: RunRecords): number | null {
  const startMs = taskStartsMs.get(id);
  const endMs = taskEndsMs.get(id);
  return startMs === undefined || endMs === undefined ? null : endMs - startMs;
}

interface StatusRecord {
  status: string;
  atMs: number;
}
interface RoutingRecord {
  taskId: string;
  /** The model that wrote the document, else the chosen one. */
  model: string;
  reason: string;
  explored: boolean;
  candidates: RoutingCandidate[];
  observerScore: number | null;
}

interface RunRecords {
  startedAtMs: number;
  gatheredAtMs: number;
  cachedInputTokens: number;
  savedNanoUsd: number;
  budget: RunFacts['budget'];
  planned: boolean;
  statuses: StatusRecord[];
  scores: EngineEventOf<'score'>[];
  taskStartsMs: Map<string, number>;
  taskEndsMs: Map<string, number>;
  wordCounts: Map<string, number>;
  calls: CallFacts[];
  lostTries: LostTryFacts[];
  delegations: DelegationFacts[];
  searches: string[];
  queries: QueryFacts[];
  /** Without documents that no check has read. */
  evidence: EvidenceFacts[];
  routing: RoutingRecord[];
}

interface EventRow {
  type: string;
  key: string;
  atMs: number;
  data: unknown;
  wordCount: number | null;
}

type RunRow = Pick<
  RunRecords,
  'startedAtMs' | 'gatheredAtMs' | 'cachedInputTokens' | 'savedNanoUsd'
>;
interface LogRow {
  message: string;
}

function selectBudget(tenantId: string, engagementId: string): Statement<RunFacts['budget']> {
  return { name: 'report_budget', text: budgetState, values: [tenantId, engagementId] };
}

/** Reads a run's records in one query. Throws if the run or its budget no longer exists. */
async function readRunRecords(
  database: Database,
  { tenantId, runId, engagementId }: RunRef & { engagementId: string },
): Promise<RunRecords> {
  const statement = <Row>(name: string, text: string): Statement<Row> => {
    return { name, text, values: [tenantId, runId] };
  };
  const [
    [row],
    [budget],
    events,
    calls,
    lostTries,
    delegations,
    searches,
    queries,
    evidence,
    routing,
  ] = await database.batchTenant(tenantId, [
    statement<RunRow>('report_run', runRow),
    selectBudget(tenantId, engagementId),
    statement<EventRow>('report_events', eventsWithoutContent),
    statement<CallFacts>('report_calls', callSums),
    statement<LostTryFacts>('report_lost_tries', lostTrySums),
    statement<DelegationFacts>('report_delegations', askedColleagues),
    statement<LogRow>('report_searches', searchLines),
    statement<QueryFacts>('report_queries', askedQueries),
    statement<EvidenceFacts>('report_evidence', citationCounts),
    statement<RoutingRecord>('report_routing', routingChoices),
  ]);
  if (!row || !budget) throw new Error(`Run ${runId} or its budget no longer exists`);
  return {
    ...row,
    budget,
    ...sortEvents(events),
    calls,
    lostTries,
    delegations,
    searches: searches.map(({ message }) => message),
    queries,
    evidence,
    routing,
  };
}

function sortEvents(events: EventRow[]) {
  const of = (type: string) => events.filter((event) => event.type === type);
  // The keys of a task's events have the form `<what>:<task id>`.
  const taskOf = ({ key }: EventRow) => key.slice(key.indexOf(':') + 1);
  const times = (type: string) => new Map(of(type).map((event) => [taskOf(event), event.atMs]));
  return {
    planned: of('plan').some(({ data }) => (data as EngineEventOf<'plan'>).planned),
    statuses: of('status').map(({ data, atMs }) => ({
      status: (data as EngineEventOf<'status'>).status,
      atMs,
    })),
    scores: of('score').map(({ data }) => data as EngineEventOf<'score'>),
    taskStartsMs: times('task_started'),
    taskEndsMs: times('task_complete'),
    wordCounts: new Map(of('deliverable').map((event) => [taskOf(event), event.wordCount ?? 0])),
  };
}

const milliseconds = (expression: string) => `(extract(epoch from ${expression}) * 1000)::bigint`;

const runRow = `
  select ${milliseconds('started_at')} as "startedAtMs", ${milliseconds('now()')} as "gatheredAtMs",
    cached_input_tokens as "cachedInputTokens", saved_nano_usd as "savedNanoUsd"
  from engine.runs where tenant_id = $1 and id = $2`;

const budgetState = `
  select limit_nano_usd as "limitNanoUsd", spent_nano_usd as "spentNanoUsd", reserved_nano_usd as "reservedNanoUsd"
  from engine.budgets where tenant_id = $1 and engagement_id = $2`;

/**
 * Cuts the word count out of the text, because json operators parse the whole document and refuse
 * U+0000.
 */
const eventsWithoutContent = `
  select type, event_key as key, ${milliseconds('created_at')} as "atMs",
    case when type <> 'deliverable' then data end as data,
    case when type = 'deliverable' then substring(data::text from '"wordCount":\\s*(\\d+)')::integer end as "wordCount"
  from engine.events
  where tenant_id = $1 and run_id = $2
    and type in ('status', 'plan', 'task_started', 'deliverable', 'score', 'task_complete')
  order by seq`;

const callSums = `
  select task_id as "taskId", agent_slug as "agentSlug", model, purpose,
    count(*) as tries, count(*) - count(distinct call_key) as retries,
    count(*) filter (where status = 'settled' and answer is not null) as answered,
    sum(cost_nano_usd) as "costNanoUsd", sum(input_tokens) as "inputTokens", sum(output_tokens) as "outputTokens",
    coalesce(${milliseconds('sum(settled_at - created_at)')}, 0) as "durationMs"
  from engine.model_calls where tenant_id = $1 and run_id = $2
  group by task_id, agent_slug, model, purpose
  union all
  select task_id, agent_slug, 'web search', 'search', count(*), 0,
    count(*) filter (where state = 'found'), sum(coalesce(held_nano_usd, cost_nano_usd)), 0, 0, 0
  from platform.searches where tenant_id = $1 and run_id = $2
  group by task_id, agent_slug
  order by 1, 2, 3, 4`;

const lostTrySums = `
  select task_id as "taskId", agent_slug as "agentSlug", model, purpose,
    case status when 'released' then 'none' when 'unknown' then 'unknown' else 'billed' end as billing,
    coalesce(error, 'No reason was recorded') as error, count(*) as tries, sum(cost_nano_usd) as "costNanoUsd"
  from engine.model_calls
  where tenant_id = $1 and run_id = $2 and (status in ('released', 'unknown') or status = 'settled' and answer is null)
  group by task_id, agent_slug, model, purpose, status, error
  order by min(created_at), task_id, agent_slug, model, purpose, status, error`;

const askedColleagues = `
  select task_id as "taskId", from_agent as "from", to_agent as "to", question, cost_nano_usd as "costNanoUsd",
    state = 'reused' as reused
  from engine.delegations where tenant_id = $1 and run_id = $2 and state in ('answered', 'reused')
  order by created_at, id`;

const searchLines = `
  select data->>'message' as message from engine.events
  where tenant_id = $1 and run_id = $2 and type = 'log'
    and data->>'code' in ('sources_searched', 'tool_refused', 'vectors_missing', 'web_searched', 'page_read')
  order by seq limit 1000`;

const askedQueries = `
  select author_name as "agentSlug", id, coalesce(title, '') as title, row_count as rows, truncated
  from platform.queries where tenant_id = $1 and run_id = $2 and refusal is null
  order by created_at, id limit 1000`;

/**
 * Cut out of the text like the words: in a document's content, quotation marks have a backslash
 * before them.
 */
const countOf = (name: string) => `coalesce((counts::json ->> '${name}')::integer, 0) as "${name}"`;
const citationCounts = `
  select substring(event_key from position(':' in event_key) + 1) as "taskId", ${countOf('verified')},
    ${countOf('computed')}, ${countOf('unjudged')}, ${countOf('setByText')}, ${countOf('altered')},
    ${countOf('unsupported')}, ${countOf('missingSource')}, ${countOf('uncited')}
  from (
    select event_key, seq, substring(data::text from '"citationCounts":\\s*(\\{[^{}]*\\})') as counts
    from engine.events where tenant_id = $1 and run_id = $2 and type = 'deliverable'
  ) as document
  where counts <> '' order by seq`;

const routingChoices = `
  select d.task_id as "taskId", coalesce(writer.model, d.model) as model, d.reason, d.explored, d.candidates,
    d.observer_score as "observerScore"
  from engine.routing_decisions d
    left join lateral (${writingCallsOf('d')} order by c.settled_at desc limit 1) writer on true
  where d.tenant_id = $1 and d.run_id = $2`;
