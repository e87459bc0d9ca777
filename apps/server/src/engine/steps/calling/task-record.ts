import { formatUsd, nanoToUsd } from '@ecp/contract/declaring/money';
import { countCitations } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { questionLimits } from '@ecp/contract/values/limits';
import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import type { TaskFailureReason } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import { countWords } from '@ecp/markdown/count-words';
import type { PreviousVersion } from '@ecp/model-calls/prompt-material';
import type { CheckedClaim, DraftInput, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { Roster, RosterAgent } from '../../agents/roster.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import {
  type CheckedDeliverable,
  describeCounts,
  listFailures,
} from '../../evidence/check-deliverable.ts';
import {
  findConflicts,
  listGivenFigures,
  readConflicts,
  readDocumentFigures,
} from '../../evidence/ledger.ts';
import type { AgentMaterial } from '../../kernel/agent-material.ts';
import { emitEvent, emitTogether, eventStatement, type RunRef } from '../../kernel/events.ts';
import { briefOf, type EngineTask, type StoredRun, type TaskResult } from '../../kernel/runs.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { outcomeStatement, recordTaskCost } from '../../routing/route-task.ts';
import { readKeptQueries } from '../../tools/queries.ts';
import { readAllQuestions } from '../../tools/questions.ts';

/** Returns the task's lead agent. Throws if the roster no longer has it. */
export function leadAgent(roster: Roster, task: Pick<EngineTask, 'agentSlug'>): RosterAgent {
  const agent = roster.find(task.agentSlug);
  if (!agent) throw new Error(`Agent ${task.agentSlug} is not in the roster`);
  return agent;
}

/** Gathers everything that a draft of the task builds on, except the consultations. */
export async function gatherMaterial(
  { database, roster, material }: Pick<EngineServices, 'database' | 'roster' | 'material'>,
  run: StoredRun,
  task: EngineTask,
): Promise<Omit<DraftInput, 'consultations'>> {
  const { sources, previous } = run.input;
  const own = previous.find(({ taskId }) => taskId === task.id);
  return {
    engagement: briefOf(run),
    task,
    agent: leadAgent(roster, task),
    sources,
    upstream: await readDocuments(database, run, task.dependsOn, task.id),
    previous: own ? previousOf(own) : null,
    reviewNotes: own?.reviewNotes ?? [],
    ...(own?.comments && { comments: own.comments }),
    ...(own?.sourceChanges && {
      sourceChanges: own.sourceChanges.map(({ point: _, ...change }) => change),
    }),
    ...(await gatherFigures(database, run, task)),
    ...tablesOf(run.input),
    ...(await gatherQueries(database, run, task)),
    ...(run.input.grids && { grids: run.input.grids }),
    ...(await gatherQuestions(database, run, task)),
    ...(await gatherResearch(material, run, task)),
  };
}

function previousOf({
  version,
  content,
  lockedSections = [],
}: StoredRun['input']['previous'][number]): PreviousVersion {
  const locked = lockedSections.length > 0 ? { locked: lockedSections } : {};
  return { version, content: content, ...locked };
}

/**
 * Only what was known before the task began, because later findings would change its prompts from
 * call to call.
 */
async function gatherFigures(
  database: Database,
  run: StoredRun,
  task: EngineTask,
): Promise<Pick<DraftInput, 'figures' | 'conflicts'>> {
  const documents = await readDocumentFigures(database, run, { before: taskStartKey(task.id) });
  const others = documents.filter(({ filename }) => filename !== task.filename);
  const figures = listGivenFigures(others, task.filename);
  const known = await readConflicts(database, run, { before: taskStartKey(task.id) });
  const conflicts =
    task.kind === 'synthesis'
      ? [...known.filter(({ kind }) => kind === 'sources'), ...findConflicts(others, known)]
      : known;
  return conflicts.length > 0 ? { figures, conflicts } : { figures };
}

async function gatherQuestions(
  database: Database,
  run: StoredRun,
  task: EngineTask,
): Promise<Pick<DraftInput, 'questions' | 'questionsLeft'>> {
  const { askBack = 'off' } = run.input.engagement;
  // Without asking agents, only earlier runs have questions.
  const all =
    askBack === 'off' ? (run.input.questions ?? []) : await readAllQuestions(database, run);
  const questions = all.filter(
    ({ taskId, answer }) => answer !== null || taskId === null || taskId === task.id,
  );
  if (askBack === 'off') return { questions };
  const own = questions.filter(({ taskId }) => taskId === task.id).length;
  return { questions, questionsLeft: Math.max(0, questionLimits.perTask - own) };
}

/**
 * Returns the pages that were read for the task and those that it builds on, and the limits of
 * further research.
 */
async function gatherResearch(
  material: AgentMaterial,
  run: StoredRun,
  task: EngineTask,
): Promise<Pick<DraftInput, 'pages' | 'research'>> {
  const { research } = run.input;
  if (!research) return {};
  const { domains, maxPages } = research;
  const pages = await material.readTaskPages(run, [task.id, ...task.dependsOn]);
  return { pages, research: { domains, maxPages } };
}

/** Returns the tables of a run's engagement, and what gives none, for its prompts. */
export function tablesOf({
  tables = [],
  withoutTable = [],
}: StoredRun['input']): Pick<DraftInput, 'tables' | 'withoutTable' | 'canQuery'> {
  return { tables, withoutTable, canQuery: tables.length > 0 };
}

/**
 * Returns the queries of the run's input, of the tasks that this one builds on, and its own, with
 * their ids.
 */
async function gatherQueries(
  database: Database,
  run: StoredRun,
  task: EngineTask,
): Promise<Pick<DraftInput, 'queries' | 'ownQueries'>> {
  const given = run.input.queries ?? [];
  if (given.length + (run.input.tables ?? []).length === 0) return { queries: given };
  const others = await readKeptQueries(database, run, task.dependsOn);
  const own = await readKeptQueries(database, run, [task.id]);
  const queries = [
    ...new Map([...given, ...others, ...own].map((query) => [query.id, query])).values(),
  ];
  return { queries, ownQueries: own.map(({ id }) => id) };
}

/**
 * Reads documents of this run, else their latest versions. `isNewer`: `forTask`'s previous version
 * lacks it.
 */
export async function readDocuments(
  database: Database,
  run: StoredRun,
  taskIds: readonly string[],
  forTask: string,
): Promise<UpstreamDeliverable[]> {
  const fresh = await readDelivered(database, run, taskIds);
  const earlier = new Map(
    run.input.previous.map((deliverable) => [deliverable.taskId, deliverable]),
  );
  return taskIds.flatMap((taskId) => {
    const found = fresh.get(taskId) ?? earlier.get(taskId);
    if (!found) return [];
    const { filename, content, citations } = found;
    const isNewer =
      fresh.has(taskId) || earlier.get(forTask)?.outdated?.includes(filename) === true;
    const document = { taskName: nameOf(run, taskId), filename, content, isNewer };
    return [citations ? { ...document, citations: citations.map(toClaim) } : document];
  });
}

/**
 * Returns the documents that tasks of the run have delivered, by task id: all, or those before an
 * event.
 */
export async function readDelivered(
  database: Database,
  { tenantId, runId }: RunRef,
  taskIds: readonly string[],
  before: string | null = null,
): Promise<Map<string, DeliveredData>> {
  if (taskIds.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ data: DeliveredData }]>(tenantId, [
    {
      name: 'read_deliverables',
      text: `select data from engine.events where tenant_id = $1 and run_id = $2 and event_key = any($3)
        and ($4::text is null or seq < (
          select seq from engine.events where tenant_id = $1 and run_id = $2 and event_key = $4))`,
      values: [tenantId, runId, taskIds.map(deliverableKey), before],
    },
  ]);
  return new Map(rows.map(({ data }) => [data.taskId, data]));
}

interface DeliveredData {
  taskId: string;
  filename: string;
  content: string;
  citations: Citation[];
  figures: Figure[];
}

const toClaim = ({ footnote, claim, state }: CheckedClaim): CheckedClaim => ({
  footnote,
  claim,
  state,
});

/**
 * Planned tasks are only in the run. Tasks that a rerun does not execute are only in the request.
 */
function nameOf({ input, tasks }: StoredRun, taskId: string): string {
  return [...(tasks ?? []), ...input.tasks].find(({ id }) => id === taskId)?.name ?? taskId;
}

export const taskStartKey = (taskId: string) => `start:${taskId}`;

/** Emits `task_started` and its log line once. */
export async function emitTaskStarted(
  services: EngineServices,
  run: RunRef,
  task: EngineTask,
  { model, reason }: { model: CatalogModel; reason: string },
): Promise<void> {
  const { id: taskId, name: taskName, agentSlug: agent } = task;
  const started = { type: 'task_started' as const, taskId, taskName, agent, model: model.id };
  const message = `${taskName}: started by ${agent} with ${model.id} (${reason})`;
  await emitTogether(services, run.tenantId, [
    eventStatement(run, taskStartKey(taskId), started),
    eventStatement(run, `log:start:${taskId}`, {
      type: 'log',
      level: 'info',
      code: 'task_started',
      agent,
      taskId,
      message,
    }),
  ]);
  services.signals.notify(run.runId);
}

export const deliverableKey = (taskId: string) => `deliverable:${taskId}`;

interface FinishedDocument extends CheckedDeliverable {
  noteAnswers: NoteAnswer[];
  /** The ids of the questions whose assumptions the document uses. */
  assumptions: string[];
  objections?: Objection[] | undefined;
  /** The earlier version that its task was given. Absent like null for none. */
  base?: PreviousVersion | null;
  /** The observer's score, 0 to 100. Absent like null for none. */
  score?: number | null;
}

/**
 * Emits a finished document once, with everything that the platform stores about it, and records
 * its score.
 */
export async function emitDeliverable(
  services: EngineServices,
  run: RunRef,
  task: EngineTask,
  {
    content,
    citations,
    figures,
    noteAnswers,
    assumptions,
    objections = [],
    base,
    score,
  }: FinishedDocument,
): Promise<void> {
  const { id: taskId, filename, name, agentSlug: agent } = task;
  const wordCount = await countWords(content);
  const citationCounts = countCitations(citations);
  const level = listFailures(citations).length > 0 ? 'warning' : 'info';
  // The ledger reads the figures from the text before `content`, so the order of the keys counts.
  const delivered = eventStatement(run, deliverableKey(taskId), {
    type: 'deliverable',
    taskId,
    filename,
    wordCount,
    citationCounts,
    figures,
    content,
    citations,
    ...(assumptions.length > 0 && { assumptions }),
    ...(objections.length > 0 && { objections }),
    ...(noteAnswers.length > 0 && { noteAnswers }),
    ...(base && { base: { version: base.version, locked: [...(base.locked ?? [])] } }),
  });
  await emitTogether(services, run.tenantId, [
    delivered,
    eventStatement(run, `log:deliverable:${taskId}`, {
      type: 'log',
      level: 'info',
      code: 'document_written',
      agent,
      taskId,
      message: `${name}: wrote ${filename} (${wordCount} words)`,
    }),
    eventStatement(run, `log:citations:${taskId}`, {
      type: 'log',
      level,
      code: 'citations_checked',
      agent,
      taskId,
      message: `${name}: ${describeCounts(citationCounts)}`,
    }),
    outcomeStatement(run, taskId, { observerScore: score ?? null }),
  ]);
  services.signals.notify(run.runId);
}

/** Logs once that the text of a call stopped at the model's output limit. */
export async function logTruncation(
  services: EngineServices,
  run: RunRef & { callKey: string },
  { id: taskId, name, agentSlug: agent }: EngineTask,
): Promise<void> {
  await emitEvent(services, run, `log:cut:${run.callKey}`, {
    type: 'log',
    level: 'warning',
    code: 'document_cut',
    agent,
    taskId,
    message: `${name}: the document was truncated at the model's output limit`,
  });
}

/** Emits `task_complete` with state, error and cost once. A stopped run emits nothing more. */
export async function emitTaskComplete(
  services: EngineServices,
  run: RunRef,
  task: EngineTask,
  result: TaskResult,
): Promise<void> {
  if (result.state === 'stopped') return;
  const { costNanoUsd } = await recordTaskCost(services, run, task.id);
  const error = result.state === 'completed' ? null : result.error;
  const status = result.state === 'exhausted' ? 'failed' : result.state;
  const { id: taskId, name: taskName, agentSlug: agent } = task;
  const ending = error === null ? `completed for ${formatUsd(costNanoUsd)}` : `${status}: ${error}`;
  await emitTogether(services, run.tenantId, [
    eventStatement(run, `log:end:${taskId}`, {
      type: 'log',
      level: status === 'completed' ? 'info' : 'error',
      code: `task_${status}`,
      agent,
      taskId,
      message: `${taskName}: ${ending}`,
    }),
    eventStatement(run, `end:${taskId}`, {
      type: 'task_complete',
      taskId,
      taskName,
      status,
      error,
      failureReason: reasonOf(result),
      cost: nanoToUsd(costNanoUsd),
    }),
  ]);
  services.signals.notify(run.runId);
}

function reasonOf(result: TaskResult): TaskFailureReason | null {
  return 'reason' in result ? result.reason : null;
}
