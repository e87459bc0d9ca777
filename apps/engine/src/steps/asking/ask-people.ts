import type { NewQuestion } from '@ecp/model-calls/prompt-types';
import type { CallClient, CallDependencies } from '../../call/types/model-call.ts';
import type { ToolTurn } from '../../call/types/tool-types.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import {
  assumeOverdue,
  hasOpenQuestions,
  insertQuestion,
  listWaitingTasks,
} from '../../kernel/questions/question-store.ts';
import { readRun, type StoredRun } from '../../kernel/runs/run-store.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { toolClient } from '../../tools/prepare-tools.ts';
import { toolCallId } from '../../tools/tool-call-id.ts';

const hourMs = 3_600_000;
/** Most questions of a run. Extraction guesses its gaps, so that the offline model asks few. */
const mostPerRun = { local: 3, others: 60 };

/**
 * Asks the questions of a turn, and returns true if its task waits for answers now (contract 11). Safe to repeat: a
 * question is asked once, and its waiting ends at a fixed time.
 */
export async function askPeople(
  services: CallDependencies,
  client: CallClient,
  { turn, number, models }: { turn: ToolTurn; number: number; models: readonly CatalogModel[] },
): Promise<boolean> {
  const asked = turn.toolCalls.flatMap(({ name, refusal, input }, at) => {
    if (name !== 'ask_question' || refusal !== null) return [];
    const { question = '', assumption = '', impact = '' } = input;
    return [{ id: toolCallId('a', toolClient(client, number), at + 1), question, assumption, impact }];
  });
  if (asked.length === 0 || client.taskId === null) return false;
  const run = await readRun(services.database, client);
  const perRun = models[0]?.provider === 'local' ? mostPerRun.local : mostPerRun.others;
  // A turn has at most four tool calls that are executed.
  for (const { id, ...question } of asked) {
    const { taskId, agentSlug } = client;
    await insertQuestion(services.database, run, { ...question, id, taskId, agentSlug, perRun, dueAt: dueAtOf(run) });
  }
  services.signals.notify(run.runId);
  return isWaiting(services, client, client.taskId);
}

/** Asks a question of the planner. One about no single task lets nothing wait. */
export async function askPlanned(
  services: CallDependencies,
  run: StoredRun,
  asked: NewQuestion & { id: string; taskId: string | null; agentSlug: string },
): Promise<void> {
  const dueAt = asked.taskId === null ? null : dueAtOf(run);
  await insertQuestion(services.database, run, { ...asked, dueAt, perRun: mostPerRun.others });
}

/** Returns true if a task has an open question whose time is not over. */
export async function isWaiting({ database }: CallDependencies, run: RunRef, taskId: string): Promise<boolean> {
  if (!(await hasOpenQuestions(database, run, taskId))) return false;
  await assumeOverdue(database, run);
  return (await listWaitingTasks(database, run, [taskId])).length > 0;
}

/** Returns the end of the waiting for a question that is asked now; null if its task goes on from the assumption. */
function dueAtOf({ input }: StoredRun): Date | null {
  const { askBack, askBackHours = 24 } = input.engagement;
  return askBack === 'wait' ? new Date(Date.now() + askBackHours * hourMs) : null;
}
