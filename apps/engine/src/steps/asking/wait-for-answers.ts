import type { CallDependencies } from '../../call/types/model-call.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { listWaitingTasks } from '../../kernel/questions/question-store.ts';

/** Interval at which a run with other work looks for answers that reached another process. */
const lookAgainMs = 1_000;

/** Waits until one of the tasks no longer waits for an answer, and returns those that do not. */
export async function waitForAnswers(
  { database, signals }: CallDependencies,
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
