import type { EngineServices } from '../../call/engine-services.ts';
import type { CallClient } from '../../call/model-call.ts';
import type { ToolTurn } from '../../call/tool-types.ts';
import type { RunRef } from '../../kernel/events.ts';
import {
  assumeOverdue,
  hasOpenQuestions,
  insertQuestions,
  listWaitingTasks,
  type QuestionToAsk,
} from '../../kernel/questions.ts';
import { readRun, type StoredRun } from '../../kernel/runs.ts';
import { toolClient } from '../../tools/prepare-tools.ts';
import { toolCallId } from '../../tools/tool-results.ts';

const hourMs = 3_600_000;
/** Most questions of a run. */
const mostPerRun = 60;

/**
 * Asks the questions of a turn, and returns true if its task waits for answers now (contract 11). Safe to repeat: a
 * question is asked once, and its waiting ends at a fixed time.
 */
export async function askPeople(
  services: EngineServices,
  client: CallClient,
  { turn, number }: { turn: ToolTurn; number: number },
): Promise<boolean> {
  const asked = turn.toolCalls.flatMap(({ name, refusal, input }, at) => {
    if (name !== 'ask_question' || refusal !== null) return [];
    const { question = '', assumption = '', impact = '' } = input;
    return [{ id: toolCallId('a', toolClient(client, number), at + 1), question, assumption, impact }];
  });
  if (asked.length === 0 || client.taskId === null) return false;
  const { taskId, agentSlug } = client;
  const run = await readRun(services.database, client);
  const dueAt = dueAtOf(run);
  const questions = asked.map((question) => ({ ...question, taskId, agentSlug, dueAt }));
  await insertQuestions(services.database, run, questions, mostPerRun);
  services.signals.notify(run.runId);
  return dueAt !== null && isWaiting(services, client, taskId);
}

/** Asks the questions of the planner. One about no single task lets nothing wait. */
export async function askPlanned(
  { database }: EngineServices,
  run: StoredRun,
  asked: readonly Omit<QuestionToAsk, 'dueAt'>[],
): Promise<void> {
  const dueAt = dueAtOf(run);
  const questions = asked.map((question) => ({ ...question, dueAt: question.taskId === null ? null : dueAt }));
  await insertQuestions(database, run, questions, mostPerRun);
}

/** Returns true if a task waits for an answer. Gives up the open questions of its run whose time is over. */
export async function isWaiting({ database }: EngineServices, run: RunRef, taskId: string): Promise<boolean> {
  if (!(await hasOpenQuestions(database, run, taskId))) return false;
  await assumeOverdue(database, run);
  return (await listWaitingTasks(database, run, [taskId])).length > 0;
}

/** Returns the end of the waiting for a question that is asked now; null if its task goes on from the assumption. */
function dueAtOf({ input }: StoredRun): Date | null {
  const { askBack, askBackHours = 24 } = input.engagement;
  return askBack === 'wait' ? new Date(Date.now() + askBackHours * hourMs) : null;
}

/** Interval at which a run with other work looks for answers that reached another process. */
const lookAgainMs = 1_000;

/** Waits until one of the tasks no longer waits for an answer, and returns those that do not. */
export async function waitForAnswers(
  { database, signals }: EngineServices,
  run: RunRef,
  taskIds: readonly string[],
  signal: AbortSignal,
): Promise<{ woken: string[] }> {
  for (;;) {
    const waiting = new Set(await listWaitingTasks(database, run, taskIds));
    const woken = taskIds.filter((taskId) => !waiting.has(taskId));
    // The caller no longer waits for the result when it has aborted.
    if (woken.length > 0 || signal.aborted) return { woken };
    await signals.wait(run.runId, lookAgainMs, signal);
  }
}
