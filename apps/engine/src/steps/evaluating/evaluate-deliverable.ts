import { listCitedQueries } from '@ecp/evidence/cited-queries';
import { makeCall } from '../../call/make-call.ts';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { emitTogether, eventStatement, type RunRef } from '../../kernel/events/emit-event.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import { findConflicts, readConflicts } from '../../ledger/find-conflicts.ts';
import { readDocumentFigures } from '../../ledger/read-document-figures.ts';
import { judgeModels } from '../../routing/judge-model.ts';
import { outcomeStatement } from '../../routing/route-task.ts';
import { taskDifficulty } from '../../routing/task-difficulty.ts';
import { readTaskQueries } from '../../tools/recorded-queries.ts';
import { deliverableKey } from '../calling/emit-task-events.ts';
import { describeMarks, weightedScore } from './weighted-score.ts';

/**
 * Scores a finished deliverable against the rubric of its task kind and emits `score` once, or `unscored` with the
 * reason if the evaluator gives no answer: the document stands without (contract 7). The evaluator is independent of
 * the observer: it has its own agent and call, and never sees the observer's opinion (QUA-1). Returns false if the run
 * was stopped.
 */
export async function evaluateDeliverable(
  services: CallDependencies,
  run: RunRef & { engagementId: string },
  task: EngineTask,
  content: string,
): Promise<boolean> {
  const { database, rubrics, roster, models, signals } = services;
  const { tenantId, runId, engagementId } = run;
  const rubric = rubrics[task.kind];
  const outcome = await makeCall(services, {
    ...{ tenantId, runId, engagementId, taskId: task.id },
    callKey: `${task.id}/evaluate`,
    purpose: 'evaluate',
    agentSlug: roster.evaluator.slug,
    models: judgeModels(models),
    difficulty: taskDifficulty(task),
    gather: async () => {
      const stored = await readRun(database, run);
      const documents = await readDocumentFigures(database, stored, { upTo: deliverableKey(task.id) });
      const open = await readConflicts(database, stored, { before: deliverableKey(task.id) });
      const conflicts = findConflicts(documents, open, task.filename);
      const recorded = await readTaskQueries(database, run, [task.id, ...task.dependsOn]);
      const known = [...(stored.input.queries ?? []), ...recorded];
      const cited = listCitedQueries(content, known);
      const queries = known.filter(({ id }) => cited.has(id));
      const sourceTitles = [...new Set(stored.input.sources.map(({ title }) => title))];
      return {
        ...{ engagement: briefOf(stored), task, agent: roster.evaluator, deliverable: content, rubric, conflicts },
        ...{ queries, sourceTitles },
      };
    },
  });
  if (outcome.outcome === 'stopped') return false;
  const about = { taskId: task.id, taskName: task.name };
  if (outcome.outcome === 'answered') {
    const { criteria, feedback } = outcome.answer;
    const score = weightedScore(rubric, criteria);
    const { type: rubricType, version: rubricVersion } = rubric;
    const marks = describeMarks(rubric, criteria);
    const judged = { score, rubricType, rubricVersion, feedback, criteria: marks };
    await emitTogether(database, tenantId, [
      eventStatement(run, `score:${task.id}`, { type: 'score', ...about, ...judged }),
      outcomeStatement(run, task.id, { evaluatorScore: score }),
    ]);
  } else {
    const reason = outcome.message;
    await emitTogether(database, tenantId, [
      eventStatement(run, `unscored:${task.id}`, { type: 'unscored', ...about, reason }),
      eventStatement(run, `log:unscored:${task.id}`, {
        ...{ type: 'log', level: 'warning', code: 'call_left_out', agent: roster.evaluator.slug, taskId: task.id },
        message: `${task.name}: the document has no score. ${reason}`,
      }),
    ]);
  }
  signals.notify(runId);
  return true;
}
