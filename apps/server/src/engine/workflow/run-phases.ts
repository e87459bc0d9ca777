import type { WrittenDocument } from '@ecp/model-calls/prompt-types';
import { readRunMoney } from '../call/budget.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { RunRef } from '../kernel/events.ts';
import { parkRun } from '../kernel/questions.ts';
import { type EngineTask, readRun, type TaskResult } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { type Analysis, type AnalysisEnd, analyse } from '../phases/analysis.ts';
import { approveAnswer } from '../phases/approval.ts';
import { challengeAnswer, leaveOut } from '../phases/challenge.ts';
import { findDecidingTask, orderDocuments } from '../phases/document-order.ts';
import { editDocuments } from '../phases/editing.ts';
import { planExtent, type RunExtent } from '../phases/extent.ts';
import { writeDocument } from '../phases/writing.ts';
import { routeTask } from '../routing/route-task.ts';
import { runRecorded, toResult } from '../steps/calling/call-model.ts';
import { emitTaskComplete, emitTaskStarted, logTruncation } from '../steps/calling/task-record.ts';
import type { WrittenDraft } from './amend-draft.ts';
import { amendByNotes, publishDocument } from './publish-document.ts';

/** A run whose tasks are planned. */
export interface PhasesInput extends RunRef {
  engagementId: string;
  /** The number of the run's work, which rises when it goes on after a wait. */
  generation: number;
}

/** The models of a task: the routed one, then those that may stand in for it. */
interface RoutedDocument {
  task: EngineTask;
  models: readonly CatalogModel[];
}

/** The documents of a run, in the order of their writing, with what their run is. */
interface Work {
  input: PhasesInput;
  documents: readonly [RoutedDocument, ...RoutedDocument[]];
  decidingId: string | null;
  extent: RunExtent;
}

/** A document that its author has finished. */
interface FinishedDocument extends RoutedDocument {
  document: WrittenDocument;
  /** Set for an earlier version that was amended for a reviewer's notes. */
  amended: WrittenDraft | null;
}

/**
 * Executes the phases of a run after its plan: analysis, challenge, approval, writing, editing,
 * anchoring, check and scores (contract, section 21). Every phase finds what it has done in the
 * database, so that another process may go on at any place.
 * @param ended the results of tasks that an earlier process has finished
 * @returns the results of all tasks, or null if the run waits for people
 */
export async function executePhases(
  services: EngineServices,
  input: PhasesInput,
  tasks: readonly EngineTask[],
  ended: readonly TaskResult[],
): Promise<TaskResult[] | null> {
  const work = await runRecorded(services, () => prepareWork(services, input, tasks));
  const answered = await decideAnswer(services, work);
  if (answered === 'waiting') return null;
  if (answered !== 'answered') return endAll(services, work, answered, ended);
  const { finished, results } = await writeDocuments(services, work);
  const edited = await editFinished(services, work, finished);
  if (edited === null) return stopAll(tasks);
  const open = edited.filter(({ task }) => !isIn(ended, task.id));
  const published = await Promise.all(open.map((document) => finishTask(services, work, document)));
  return [...ended, ...published, ...results.filter(({ taskId }) => !isIn(ended, taskId))];
}

const isIn = (results: readonly TaskResult[], id: string): boolean =>
  results.some(({ taskId }) => taskId === id);

const stopAll = (tasks: readonly EngineTask[]): TaskResult[] =>
  tasks.map(({ id }) => ({ state: 'stopped', taskId: id }));

/** Routes all documents, starts the deciding one, and plans what the money pays. */
async function prepareWork(
  services: EngineServices,
  input: PhasesInput,
  tasks: readonly EngineTask[],
): Promise<Work> {
  const run = await readRun(services.database, input);
  const { engagement } = run.input;
  const pinned = engagement.model ?? null;
  const listed = run.input.tasks.map(({ id, dependsOn = [] }) => ({ id, dependsOn }));
  const decidingId = findDecidingTask(listed.length > 0 ? listed : tasks)?.id ?? null;
  const ordered = orderDocuments(tasks, decidingId);
  const documents: RoutedDocument[] = [];
  for (const [index, task] of ordered.entries()) {
    const tasksLeft = ordered.length - index;
    const routed = await routeTask(services, input, task, { tasksLeft, pinned });
    if (index === 0) await emitTaskStarted(services, input, task, routed);
    const fallbacks = pinned === null ? routed.fallbacks : [];
    documents.push({ task, models: [routed.model, ...fallbacks] });
  }
  const [first, ...others] = documents;
  if (!first) throw new Error('A run has at least one task');
  const [model] = first.models;
  if (!model) throw new Error('A routed task has a model');
  const extent = planExtent(model, {
    moneyNanoUsd: await readRunMoney(services.database, input),
    documentCount: documents.length,
    awaitsApproval: engagement.approveAnswer === true,
  });
  return { input, documents: [first, ...others], decidingId, extent };
}

/** Why a run has no answer. */
type Unanswered = Exclude<AnalysisEnd, { outcome: 'answered' } | { outcome: 'waiting' }>;

/** Analyses, challenges and awaits the approval of the answer. `waiting`: the run is parked. */
async function decideAnswer(
  services: EngineServices,
  { input, documents, extent }: Work,
): Promise<'answered' | 'waiting' | Unanswered> {
  const { tenantId, runId, engagementId, generation } = input;
  const [first, ...others] = documents;
  const analysis: Analysis = {
    tenantId,
    runId,
    engagementId,
    tasks: [first.task, ...others.map(({ task }) => task)],
    models: first.models,
    maxTurns: extent.analysisTurns,
  };
  for (;;) {
    const end = await decideOnce(services, analysis, extent, generation);
    if (typeof end === 'string' || end.outcome !== 'waiting') return end as Unanswered | 'answered';
    const run = { tenantId, runId, generation };
    if (await runRecorded(services, () => parkRun(services.database, run, [end.taskId])))
      return 'waiting';
  }
}

async function decideOnce(
  services: EngineServices,
  analysis: Analysis,
  { phases }: RunExtent,
  generation: number,
): Promise<'answered' | 'waiting' | Exclude<AnalysisEnd, { outcome: 'answered' }>> {
  const analysed = await analyse(services, analysis);
  if (analysed.outcome !== 'answered') return analysed;
  if (phases.includes('challenge')) {
    const challenged = await challengeAnswer(services, analysis);
    if (challenged.outcome !== 'challenged') return challenged;
  } else {
    const message = 'The answer is not challenged, because the budget does not pay for it.';
    await leaveOut(services, analysis, message);
  }
  if (!phases.includes('approval')) return 'answered';
  const approved = await approveAnswer(services, analysis, generation);
  if (approved.outcome === 'approved') return 'answered';
  return approved.outcome === 'parked' ? 'waiting' : approved;
}

/** Ends all tasks of a run that has no answer. */
async function endAll(
  services: EngineServices,
  { input, documents }: Work,
  end: Unanswered,
  ended: readonly TaskResult[],
): Promise<TaskResult[]> {
  const results = [...ended];
  for (const { task } of documents) {
    if (isIn(ended, task.id)) continue;
    const result = toResult(task, end);
    await runRecorded(services, () => emitTaskComplete(services, input, task, result));
    results.push(result);
  }
  return results;
}

/** Writes the documents one after another. Those that failed are among the results. */
async function writeDocuments(
  services: EngineServices,
  { input, documents, decidingId }: Work,
): Promise<{ finished: FinishedDocument[]; results: TaskResult[] }> {
  const stored = await runRecorded(services, () => readRun(services.database, input));
  const taskIds = new Set(documents.map(({ task }) => task.id));
  const earlier = stored.input.previous
    .filter(({ taskId }) => !taskIds.has(taskId))
    .map(({ filename, content }) => ({ filename, content }));
  const finished: FinishedDocument[] = [];
  const results: TaskResult[] = [];
  for (const { task, models } of documents) {
    const pinned = stored.input.engagement.model ?? null;
    await runRecorded(services, async () => {
      const routed = await routeTask(services, input, task, { tasksLeft: 1, pinned });
      await emitTaskStarted(services, input, task, routed);
    });
    const written = task.amends
      ? await amendDocument(services, input, { task, models })
      : await writeNew(services, input, {
          task,
          models,
          isDeciding: task.id === decidingId,
          documents: [...earlier, ...finished.map(({ document }) => document)],
        });
    if ('document' in written) {
      finished.push(written);
      continue;
    }
    await runRecorded(services, () => emitTaskComplete(services, input, task, written));
    results.push(written);
  }
  return { finished, results };
}

async function writeNew(
  services: EngineServices,
  { tenantId, runId, engagementId }: PhasesInput,
  writing: RoutedDocument & { isDeciding: boolean; documents: readonly WrittenDocument[] },
): Promise<FinishedDocument | TaskResult> {
  const { task, models } = writing;
  const run = { tenantId, runId, engagementId };
  const written = await writeDocument(services, { ...run, ...writing });
  if (written.outcome !== 'written') return toResult(task, written);
  if (written.cut) {
    const call = { ...run, callKey: `${task.id}/write` };
    await runRecorded(services, () => logTruncation(services, call, task));
  }
  const document = { filename: task.filename, content: written.content };
  return { task, models, document, amended: null };
}

async function amendDocument(
  services: EngineServices,
  { tenantId, runId, engagementId }: PhasesInput,
  { task, models }: RoutedDocument,
): Promise<FinishedDocument | TaskResult> {
  const input = { tenantId, runId, engagementId, task, tasksLeft: 1 };
  const amended = await amendByNotes(services, input, models);
  if ('state' in amended) return amended;
  const document = { filename: task.filename, content: amended.content };
  return { task, models, document, amended };
}

/** Lets an editor read all documents together. Null if the run is stopped. */
async function editFinished(
  services: EngineServices,
  { input, documents, extent }: Work,
  finished: readonly FinishedDocument[],
): Promise<FinishedDocument[] | null> {
  // An editor changes no section that a reviewer's notes leave alone.
  const texts = finished.flatMap(({ document, amended }) => (amended === null ? document : []));
  if (texts.length === 0 || !extent.phases.includes('editing')) return [...finished];
  const [{ models }] = documents;
  const edited = await editDocuments(services, input, models, texts);
  if (edited === null) return null;
  return finished.map((document) => {
    const text = edited.find(({ filename }) => filename === document.document.filename);
    return { ...document, document: text ?? document.document };
  });
}

async function finishTask(
  services: EngineServices,
  { input, extent, documents }: Work,
  { task, ...finished }: FinishedDocument,
): Promise<TaskResult> {
  const { tenantId, runId, engagementId } = input;
  const publication = { tenantId, runId, engagementId, task, tasksLeft: documents.length };
  const hasAnchors = extent.phases.includes('anchoring');
  const result = await publishDocument(services, publication, { ...finished, hasAnchors });
  await runRecorded(services, () => emitTaskComplete(services, input, task, result));
  return result;
}
