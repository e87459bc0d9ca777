import type { CallerServices, EngineServices } from '../call/engine-services.ts';
import { eventStatement, type RunRef } from '../kernel/events.ts';
import { lockRun } from '../kernel/questions.ts';
import { runPeriodically } from '../kernel/waiting.ts';
import { enqueueRun } from './start-run.ts';

/**
 * Stores an answer once and accepts the same one again. Returns false for another one, or if
 * nothing waits.
 */
export async function answerQuestion(
  { database, signals }: Pick<CallerServices, 'database' | 'signals'>,
  run: RunRef,
  questionId: string,
  { answer, answeredBy }: { answer: string; answeredBy: string },
): Promise<boolean> {
  const { tenantId, runId } = run;
  const values = [tenantId, runId, questionId, answer, answeredBy];
  const accepted = await database.withTenant(tenantId, async (tx) => {
    await lockRun(tx, run);
    const { rows } = await tx.query<{
      question: string;
      task_id: string | null;
      agent_slug: string;
    }>({
      name: 'answer_run_question',
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
        type: 'log',
        level: 'info',
        code: 'question_asked',
        agent,
        taskId,
        message: `${answeredBy} answered: "${question}"`,
      }),
    );
    return true;
  });
  if (accepted) signals.notify(runId);
  return accepted;
}

/** Interval at which every process looks for runs that can continue. */
const lookMs = 500;
/** Limits the runs of one look. */
const runsAtOnce = 200;

/**
 * Continues waiting runs whose question was answered or whose time is over. Returns a function that
 * ends this.
 */
export function watchWaitingRuns(services: EngineServices): () => Promise<void> {
  const onError = (error: unknown) =>
    services.log.warn({ err: error }, 'The search for runs that go on failed and will be repeated');
  return runPeriodically(lookMs, () => wakeRuns(services), onError);
}

const goesOn = `wakes_at <= now() and status = 'running' and stop_requested_at is null`;

async function wakeRuns(services: EngineServices): Promise<void> {
  const [runs] = await services.database.batchSystem<[RunRef]>([
    {
      name: 'runs_that_go_on',
      text: `select tenant_id as "tenantId", id as "runId" from engine.runs
        where ${goesOn} order by wakes_at limit ${runsAtOnce}`,
    },
  ]);
  // Each is a transaction of its own tenant, with the work that it starts.
  for (const run of runs) await wakeRun(services, run);
}

async function wakeRun({ database }: EngineServices, { tenantId, runId }: RunRef): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ engagementId: string; generation: number }>({
      name: 'begin_generation',
      text: `update engine.runs set wakes_at = null, generation = generation + 1
        where tenant_id = $1 and id = $2 and ${goesOn}
        returning engagement_id as "engagementId", generation`,
      values: [tenantId, runId],
    });
    const [run] = rows;
    if (!run) return;
    await tx.query(enqueueRun({ tenantId, runId, ...run, kind: 'run' }));
  });
}
