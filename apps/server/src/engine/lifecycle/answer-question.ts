import type { Author } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { Transaction } from '@ecp/database/database';
import type { EngineServices } from '../call/engine-services.ts';
import { eventStatement, type RunRef } from '../kernel/events.ts';
import { isInTime } from '../kernel/questions.ts';
import { controlChannel, runPeriodically } from '../kernel/waiting.ts';
import { enqueueRun } from './start-run.ts';

interface AnsweredRow {
  question: string;
  task_id: string | null;
  agent_slug: string;
  due_at: Date | null;
  answered_at: Date | null;
}

/**
 * Stores the one answer to a question with `tx`, which holds the lock on its run. A run that waits
 * for it goes on after the commit. Returns when it was given; null if the question is unknown or has
 * an answer.
 */
export async function answerQuestion(
  tx: Transaction,
  run: RunRef,
  questionId: string,
  { text, author }: { text: string; author: Author },
): Promise<Date | null> {
  const { tenantId, runId } = run;
  const { rows } = await tx.query<AnsweredRow>({
    name: 'answer_question',
    text: `update platform.questions set status = 'answered', answer = $4, answerer_kind = $5, answerer_id = $6,
        answerer_name = $7, answered_at = clock_timestamp()
      where tenant_id = $1 and run_id = $2 and id = $3 and status <> 'answered'
      returning question, task_id, agent_slug, due_at, answered_at`,
    values: [tenantId, runId, questionId, text, author.kind, author.id, author.name],
  });
  const [answered] = rows;
  if (!answered) return null;
  if (!isInTime(answered)) return answered.answered_at;
  await wakeWaitingRun(tx, run);
  const { question, task_id: taskId, agent_slug: agent } = answered;
  const line = {
    type: 'log',
    level: 'info',
    code: 'question_asked',
    agent,
    taskId,
    message: `${displayNameOf(author)} answered: "${question}"`,
  } as const;
  await tx.query(eventStatement(run, `log:answered:${questionId}`, line));
  return answered.answered_at;
}

/** Lets a run that waits for a person go on once `tx` has committed. */
export async function wakeWaitingRun(tx: Transaction, { tenantId, runId }: RunRef): Promise<void> {
  await tx.query({
    name: 'wake_run',
    text: 'update engine.runs set wakes_at = now() where tenant_id = $1 and id = $2 and wakes_at is not null',
    values: [tenantId, runId],
  });
  await tx.query({
    name: 'tell_waiting_run',
    text: 'select pg_notify($1, $2)',
    values: [controlChannel, runId],
  });
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
