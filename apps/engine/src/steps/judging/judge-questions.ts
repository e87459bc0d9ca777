import type { CallDependencies } from '../../call/types/model-call.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import { readRun, storeJudged } from '../../kernel/runs/run-store.ts';
import { readWritersOfTask } from '../../routing/read-writers.ts';
import { supportJudges } from '../../routing/support-judges.ts';
import { JudgeStoppedError, openJudge } from './judge-claims.ts';

/** Questions about what a person wrote are answered in one sentence each: no model needs to think long. */
const difficulty = 0.3;

/**
 * Asks a judge the questions of a run of kind `judge` and stores the answers with it. No model that wrote for the
 * document's task is asked. Safe to repeat: a recorded call is not made again.
 */
export async function judgeQuestions(
  services: CallDependencies,
  ref: RunRef & { engagementId: string },
): Promise<void> {
  const { database, log } = services;
  const run = await readRun(database, ref);
  const { judgement } = run.input;
  if (!judgement) throw new Error(`Run ${ref.runId} has no questions to a judge`);
  const { questions, taskId, date } = judgement;
  const writers = taskId === null ? [] : await readWritersOfTask(database, { ...ref, taskId }, services.models);
  const { tenantId, runId, engagementId } = ref;
  const judge = openJudge(services, {
    ...{ tenantId, runId, engagementId, taskId: null, difficulty },
    engagement: briefOf(run),
    judges: supportJudges(services, writers),
    onLeftOut: async (message) => log.warn({ runId, reason: message }, 'A text of a person is left unjudged'),
  });
  if (!judge) return;
  try {
    const answers = await judge(questions, { date });
    await storeJudged(database, ref, answers);
  } catch (error) {
    if (!(error instanceof JudgeStoppedError)) throw error;
  }
}
