import { countCitations } from '@ecp/contract/citations';
import { formatUsd, nanoToUsd } from '@ecp/contract/money';
import type { NoteAnswer } from '@ecp/contract/note-answers';
import { isCut } from '../../call/cut-answer.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { emitEvent, type RunRef } from '../../kernel/events/emit-event.ts';
import { type CheckedDeliverable, describeCounts } from '../../evidence/check-deliverable.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { countWords } from '../reporting/count-words.ts';
import { recordTaskOutcome } from '../../routing/route-task.ts';
import type { TaskResult } from '../../kernel/runs/task-state.ts';

/** Emits `task_started` and its log line once. */
export async function announceTaskStart(
  { database, signals }: EngineServices,
  run: RunRef,
  task: EngineTask,
  { model, reason }: { model: CatalogModel; reason: string },
): Promise<void> {
  const { id: taskId, name: taskName, agentSlug: agent } = task;
  await emitEvent(database, run, `start:${taskId}`, { type: 'task_started', taskId, taskName, agent, model: model.id });
  const message = `${taskName}: started by ${agent} with ${model.id} (${reason})`;
  await emitEvent(database, run, `log:start:${taskId}`, { type: 'log', message });
  signals.notify(run.runId);
}

/** Names the event of a task's document in its run. */
export const deliverableKey = (taskId: string) => `deliverable:${taskId}`;

/** Emits a finished document once, with its content, checked citations and answers to notes for the platform. */
export async function publishDeliverable(
  { database, signals }: EngineServices,
  run: RunRef,
  task: EngineTask,
  { content, citations, noteAnswers }: CheckedDeliverable & { noteAnswers: NoteAnswer[] },
): Promise<void> {
  const { id: taskId, filename, name } = task;
  const wordCount = await countWords(content);
  await emitEvent(database, run, deliverableKey(taskId), {
    type: 'deliverable',
    taskId,
    filename,
    wordCount,
    content,
    citations,
    ...(noteAnswers.length > 0 && { noteAnswers }),
  });
  const message = `${name}: wrote ${filename} (${wordCount} words)`;
  await emitEvent(database, run, `log:deliverable:${taskId}`, { type: 'log', message });
  const evidence = `${name}: ${describeCounts(countCitations(citations))}`;
  await emitEvent(database, run, `log:citations:${taskId}`, { type: 'log', message: evidence });
  signals.notify(run.runId);
}

/** Logs once that a document stopped at the model's output limit; `answer` is that of any call. */
export async function announceCut(
  { database }: EngineServices,
  run: RunRef & { callKey: string },
  { name }: EngineTask,
  answer: unknown,
): Promise<void> {
  if (typeof answer !== 'string' || !isCut(answer)) return;
  const message = `${name}: the document was cut at the model's output limit`;
  await emitEvent(database, run, `log:cut:${run.callKey}`, { type: 'log', message });
}

/** Emits `task_complete` with state, error and cost once; a stopped run announces nothing more. */
export async function announceTaskEnd(
  services: EngineServices,
  run: RunRef,
  task: EngineTask,
  result: TaskResult,
): Promise<void> {
  if (result.state === 'stopped') return;
  const { database, signals } = services;
  const { costNanoUsd } = await recordTaskOutcome(services, run, task.id, null);
  const error = result.state === 'completed' ? null : result.error;
  const status = result.state === 'exhausted' ? 'failed' : result.state;
  const { id: taskId, name: taskName } = task;
  const ending = error === null ? `completed for ${formatUsd(costNanoUsd)}` : `${status}: ${error}`;
  await emitEvent(database, run, `log:end:${taskId}`, { type: 'log', message: `${taskName}: ${ending}` });
  await emitEvent(database, run, `end:${taskId}`, {
    type: 'task_complete',
    taskId,
    taskName,
    status,
    error,
    cost: nanoToUsd(costNanoUsd),
  });
  signals.notify(run.runId);
}
