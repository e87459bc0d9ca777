import type { EngineServices } from '../../kernel/engine-services.ts';
import { eventStatement, type RunRef } from '../../kernel/events/emit-event.ts';
import { lockRun } from '../../kernel/questions/question-store.ts';

/**
 * Takes the answer to a question, once: the task that waits for it goes on. Returns true for the same answer again.
 * Returns false if nothing waits for it: the question has another answer, or does not exist; the run goes on from the
 * assumption, or is over.
 */
export async function answerQuestion(
  { database, signals }: EngineServices,
  run: RunRef,
  questionId: string,
  { answer, answeredBy }: { answer: string; answeredBy: string },
): Promise<boolean> {
  const { tenantId, runId } = run;
  const values = [tenantId, runId, questionId, answer, answeredBy];
  const accepted = await database.withTenant(tenantId, async (tx) => {
    await lockRun(tx, run);
    const { rows } = await tx.query<{ question: string; task_id: string | null; agent_slug: string }>({
      name: 'answer_question',
      text: `update engine.questions q set status = 'answered', answer = $4, answered_by = $5, answered_at = now()
        from engine.runs r
        where q.tenant_id = $1 and q.run_id = $2 and q.id = $3 and q.status = 'open'
          and r.tenant_id = q.tenant_id and r.id = q.run_id and r.status in ('running', 'paused')
        returning q.question, q.task_id, q.agent_slug`,
      values,
    });
    const [asked] = rows;
    if (!asked) {
      const { rowCount } = await tx.query({
        name: 'question_answered_so',
        text: `select from engine.questions where tenant_id = $1 and run_id = $2 and id = $3 and answer = $4
          and answered_by = $5`,
        values,
      });
      return rowCount === 1;
    }
    await tx.query({
      name: 'wake_run',
      text: 'update engine.runs set wakes_at = now() where tenant_id = $1 and id = $2 and wakes_at is not null',
      values: [tenantId, runId],
    });
    const { question, task_id: taskId, agent_slug: agent } = asked;
    await tx.query(
      eventStatement(run, `log:answered:${questionId}`, {
        ...{ type: 'log', level: 'info', code: 'question_asked', agent, taskId },
        message: `${answeredBy} answered: "${question}"`,
      }),
    );
    return true;
  });
  if (accepted) signals.notify(runId);
  return accepted;
}
