import { formatUsd, nanoToUsd } from '@ecp/contract/declaring/money';
import { countCitations } from '@ecp/contract/values/citation-counts';
import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import type { TaskFailureReason } from '@ecp/contract/values/run-facts';
import { countWords } from '@ecp/markdown/count-words';
import type { PreviousVersion } from '@ecp/model-calls/prompt-material';
import type { EngineServices } from '../../call/engine-services.ts';
import { type CheckedDeliverable, describeCounts, listFailures } from '../../evidence/check-deliverable.ts';
import { emitEvent, emitTogether, eventStatement, type RunRef } from '../../kernel/events.ts';
import type { EngineTask, TaskResult } from '../../kernel/runs.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { outcomeStatement, recordTaskCost } from '../../routing/route-task.ts';

/** Returns the event key of a task's start. */
export const taskStartKey = (taskId: string) => `start:${taskId}`;

/** Emits `task_started` and its log line once. */
export async function emitTaskStarted(
  { database, signals }: EngineServices,
  run: RunRef,
  task: EngineTask,
  { model, reason }: { model: CatalogModel; reason: string },
): Promise<void> {
  const { id: taskId, name: taskName, agentSlug: agent } = task;
  const started = { type: 'task_started' as const, taskId, taskName, agent, model: model.id };
  const message = `${taskName}: started by ${agent} with ${model.id} (${reason})`;
  await emitTogether(database, run.tenantId, [
    eventStatement(run, taskStartKey(taskId), started),
    eventStatement(run, `log:start:${taskId}`, {
      ...{ type: 'log', level: 'info', code: 'task_started', agent, taskId },
      message,
    }),
  ]);
  signals.notify(run.runId);
}

/** Returns the event key of a task's document. */
export const deliverableKey = (taskId: string) => `deliverable:${taskId}`;

/** A document with its checked citations, its note answers and the questions whose assumptions it rests on. */
interface FinishedDocument extends CheckedDeliverable {
  noteAnswers: NoteAnswer[];
  /** The ids of these questions. */
  assumptions: string[];
  /** The adversary's objections to it. */
  objections?: Objection[] | undefined;
  /** The earlier version that its task was given. Absent like null for none. */
  base?: PreviousVersion | null;
  /** The observer's score, 0 to 100. Absent like null for none. */
  score?: number | null;
}

/** Emits a finished document once, with everything that the platform stores about it, and records its score. */
export async function emitDeliverable(
  { database, signals }: EngineServices,
  run: RunRef,
  task: EngineTask,
  { content, citations, figures, noteAnswers, assumptions, objections = [], base, score }: FinishedDocument,
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
  await emitTogether(database, run.tenantId, [
    delivered,
    eventStatement(run, `log:deliverable:${taskId}`, {
      ...{ type: 'log', level: 'info', code: 'document_written', agent, taskId },
      message: `${name}: wrote ${filename} (${wordCount} words)`,
    }),
    eventStatement(run, `log:citations:${taskId}`, {
      ...{ type: 'log', level, code: 'citations_checked', agent, taskId },
      message: `${name}: ${describeCounts(citationCounts)}`,
    }),
    outcomeStatement(run, taskId, { observerScore: score ?? null }),
  ]);
  signals.notify(run.runId);
}

/** Logs once that the text of a call stopped at the model's output limit. */
export async function logTruncation(
  { database }: EngineServices,
  run: RunRef & { callKey: string },
  { id: taskId, name, agentSlug: agent }: EngineTask,
): Promise<void> {
  await emitEvent(database, run, `log:cut:${run.callKey}`, {
    ...{ type: 'log', level: 'warning', code: 'document_cut', agent, taskId },
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
  const { database, signals } = services;
  const { costNanoUsd } = await recordTaskCost(services, run, task.id);
  const error = result.state === 'completed' ? null : result.error;
  const status = result.state === 'exhausted' ? 'failed' : result.state;
  const { id: taskId, name: taskName, agentSlug: agent } = task;
  const ending = error === null ? `completed for ${formatUsd(costNanoUsd)}` : `${status}: ${error}`;
  await emitTogether(database, run.tenantId, [
    eventStatement(run, `log:end:${taskId}`, {
      ...{ type: 'log', level: status === 'completed' ? 'info' : 'error', code: `task_${status}`, agent, taskId },
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
  signals.notify(run.runId);
}

function reasonOf(result: TaskResult): TaskFailureReason | null {
  if (result.state === 'exhausted') return 'budget_exhausted';
  return 'reason' in result ? result.reason : null;
}
