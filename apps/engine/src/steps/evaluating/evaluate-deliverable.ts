import { makeCall } from '../../call/make-call.ts';
import type { CallDependencies, CallOutcome } from '../../call/types/model-call.ts';
import { emitEvent, type RunRef } from '../../kernel/events/emit-event.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import { judgeModel } from '../../routing/judge-model.ts';
import { recordTaskOutcome } from '../../routing/route-task.ts';
import { describeMarks } from './describe-marks.ts';
import { weightedScore } from './weighted-score.ts';

/**
 * Scores a finished deliverable against the rubric of its task kind and emits `score` once. The evaluator is independent
 * of the observer: it has its own agent and call, and never sees the observer's opinion (QUA-1).
 */
export async function evaluateDeliverable(
  services: CallDependencies,
  run: RunRef & { engagementId: string },
  task: EngineTask,
  content: string,
): Promise<CallOutcome<'evaluate'>> {
  const { database, rubrics, roster, models } = services;
  const rubric = rubrics[task.kind];
  const outcome = await makeCall(services, {
    tenantId: run.tenantId,
    runId: run.runId,
    engagementId: run.engagementId,
    taskId: task.id,
    callKey: `${task.id}/evaluate`,
    purpose: 'evaluate',
    agentSlug: roster.evaluator.slug,
    model: judgeModel(models),
    gather: async () => {
      const engagement = briefOf(await readRun(database, run));
      return { engagement, task, deliverable: content, rubric };
    },
  });
  if (outcome.outcome !== 'answered') return outcome;
  const { criteria, feedback } = outcome.answer;
  const score = judged(() => weightedScore(rubric, criteria));
  if (score === null) {
    const message =
      'The evaluator did not score most criteria; the deliverable is kept, run the task again for a score';
    return { outcome: 'failed', message };
  }
  await emitEvent(database, run, `score:${task.id}`, {
    type: 'score',
    taskId: task.id,
    taskName: task.name,
    score,
    rubricType: rubric.type,
    rubricVersion: rubric.version,
    feedback,
    criteria: describeMarks(rubric, criteria),
  });
  await recordTaskOutcome(services, run, task.id, null, score);
  services.signals.notify(run.runId);
  return outcome;
}

/** Returns null if too few criteria were scored for a score: that is the evaluator's failure, not an error of ours. */
function judged(score: () => number): number | null {
  try {
    return score();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
