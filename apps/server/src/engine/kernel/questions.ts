import { questionLimits } from '@ecp/contract/values/limits';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { NewQuestion } from '@ecp/model-calls/prompt-types';
import { type EventStore, emitIn, eventStatement, type RunRef } from './events.ts';

/** A question of an agent to people. */
export interface StoredQuestion extends NewQuestion {
  id: string;
  /** Null for a question of the planner about no single task. */
  taskId: string | null;
  agentSlug: string;
  dueAt: Date | null;
  /** `assumed`: the task uses the assumption. */
  status: 'open' | 'answered' | 'assumed';
  answer: { text: string; by: string; at: Date } | null;
}

interface QuestionRow {
  id: string;
  task_id: string | null;
  agent_slug: string;
  question: string;
  assumption: string;
  impact: string;
  due_at: Date | null;
  status: StoredQuestion['status'];
  answer: string | null;
  answered_by: string | null;
  answered_at: Date | null;
}

const questionColumns =
  'id, task_id, agent_slug, question, assumption, impact, due_at, status, answer, answered_by, answered_at';

/** Reads the questions of a run, oldest first. */
export async function readQuestions(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<StoredQuestion[]> {
  const [rows] = await database.batchTenant<[QuestionRow]>(tenantId, [
    {
      name: 'read_questions',
      text: `select ${questionColumns} from engine.questions where tenant_id = $1 and run_id = $2 order by created_at, id`,
      values: [tenantId, runId],
    },
  ]);
  return rows.map(fromRow);
}

export interface QuestionToAsk extends NewQuestion {
  id: string;
  taskId: string | null;
  agentSlug: string;
  dueAt: Date | null;
}

/** Stores questions once, with their events. Drops those above three a task or `perRun` a run. */
export async function insertQuestions(
  { database, effects }: EventStore,
  run: RunRef,
  asked: readonly QuestionToAsk[],
  perRun: number,
): Promise<void> {
  await database.withTenant(run.tenantId, async (tx) => {
    await lockRun(tx, run);
    // One after another, because each counts those before it. A turn executes few tool calls.
    for (const { id, taskId, agentSlug, question, assumption, impact, dueAt } of asked) {
      const { rowCount } = await tx.query({
        name: 'insert_run_question',
        text: insertOne,
        values: [
          run.tenantId,
          run.runId,
          id,
          taskId,
          agentSlug,
          question,
          assumption,
          impact,
          dueAt,
          perRun,
          questionLimits.perTask,
        ],
      });
      if (rowCount === 0) continue;
      await emitIn(
        tx,
        effects,
        eventStatement(run, `question:${id}`, {
          type: 'question',
          questionId: id,
          taskId,
          agent: agentSlug,
          question,
          assumption,
          impact,
          dueAt: dueAt?.toISOString() ?? null,
        }),
      );
    }
  });
}

const insertOne = `
  insert into engine.questions
    (tenant_id, run_id, id, task_id, agent_slug, question, assumption, impact, due_at, status)
  select $1, id, $3, $4, $5, $6, $7, $8, $9::timestamptz, case when $9 is null then 'assumed' else 'open' end
  from engine.runs where tenant_id = $1 and id = $2 and status in ('running', 'paused')
    and (select count(*) from engine.questions q where q.tenant_id = $1 and q.run_id = $2) < $10::integer
    and (select count(*) from engine.questions q
      where q.tenant_id = $1 and q.run_id = $2 and q.task_id is not distinct from $4) < $11::integer
  on conflict (tenant_id, run_id, id) do nothing`;

/** Returns true if a task has open questions whose time is not over. */
export async function hasOpenQuestions(
  database: Database,
  { tenantId, runId }: RunRef,
  taskId: string,
): Promise<boolean> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'open_questions',
      text: `select from engine.questions
        where tenant_id = $1 and run_id = $2 and task_id = $3 and status = 'open' limit 1`,
      values: [tenantId, runId, taskId],
    },
  ]);
  return rows.length > 0;
}

/** Ends the open questions whose time is over: their tasks use the assumptions. */
export async function assumeOverdue({ database, effects }: EventStore, run: RunRef): Promise<void> {
  const { tenantId, runId } = run;
  await database.withTenant(tenantId, async (tx) => {
    await lockRun(tx, run);
    const { rows } = await tx.query<{ id: string }>({
      name: 'assume_overdue',
      text: `update engine.questions set status = 'assumed'
        where tenant_id = $1 and run_id = $2 and status = 'open' and due_at <= now() returning id`,
      values: [tenantId, runId],
    });
    // A task asks at most three questions.
    for (const { id } of rows) {
      await emitIn(
        tx,
        effects,
        eventStatement(run, `assumed:${id}`, { type: 'question_assumed', questionId: id }),
      );
    }
  });
}

/** Returns the tasks with an open question whose time is not over. */
export async function listWaitingTasks(
  database: Database,
  run: RunRef,
  taskIds: readonly string[],
): Promise<string[]> {
  const [rows] = await database.batchTenant<[{ taskId: string | null }]>(run.tenantId, [
    waitingTasks(run, taskIds),
  ]);
  return rows.flatMap(({ taskId }) => taskId ?? []);
}

const waitingTasks = (
  { tenantId, runId }: RunRef,
  taskIds: readonly string[],
): Statement<{ taskId: string | null }> => ({
  name: 'waiting_tasks',
  text: `select distinct task_id as "taskId" from engine.questions
    where tenant_id = $1 and run_id = $2 and task_id = any($3) and status = 'open' and due_at > now()`,
  values: [tenantId, runId, taskIds],
});

/** Locks a run's row, so that asking, answering, waiting and waking happen one after another. */
export async function lockRun(tx: Transaction, { tenantId, runId }: RunRef): Promise<void> {
  await tx.query({
    name: 'lock_asking_run',
    text: 'select from engine.runs where tenant_id = $1 and id = $2 for update',
    values: [tenantId, runId],
  });
}

function fromRow(row: QuestionRow): StoredQuestion {
  const { id, question, assumption, impact, status, answer } = row;
  return {
    id,
    question,
    assumption,
    impact,
    status,
    taskId: row.task_id,
    agentSlug: row.agent_slug,
    dueAt: row.due_at,
    answer:
      answer === null
        ? null
        : { text: answer, by: row.answered_by ?? '', at: row.answered_at ?? new Date(0) },
  };
}

/**
 * Parks a run whose remaining tasks all wait, until an answer or its `wakes_at`. Returns false if a
 * task no longer waits, so that the workflow continues. It is safe to repeat.
 */
export async function parkRun(
  database: Database,
  run: RunRef & { generation: number },
  taskIds: readonly string[],
): Promise<boolean> {
  const { tenantId, runId, generation } = run;
  return database.withTenant(tenantId, async (tx) => {
    const { rowCount: owned } = await tx.query({
      name: 'lock_run_to_park',
      text: `select from engine.runs where tenant_id = $1 and id = $2 and generation = $3::integer and wakes_at is null
          and status in ('running', 'paused') and stop_requested_at is null for update`,
      values: [tenantId, runId, generation],
    });
    if (owned === 0) return true;
    const { rowCount: waiting } = await tx.query(waitingTasks(run, taskIds));
    if (waiting < taskIds.length) return false;
    const { rows } = await tx.query<{ wakesAt: Date | null }>({
      name: 'park_run',
      text: `update engine.runs set wakes_at = (
          select min(due_at) from engine.questions where tenant_id = $1 and run_id = $2 and status = 'open')
        where tenant_id = $1 and id = $2 returning wakes_at as "wakesAt"`,
      values: [tenantId, runId],
    });
    const until = rows[0]?.wakesAt?.toISOString() ?? '';
    await tx.query(
      eventStatement(run, `log:waiting:${generation}`, {
        type: 'log',
        level: 'info',
        code: 'run_waiting',
        agent: null,
        taskId: null,
        message: `Everything left of the run waits for answers, until ${until} at the latest`,
      }),
    );
    // The last event of a run that waits: its followers need not wait with it.
    await tx.query(eventStatement(run, `waiting:${generation}`, { type: 'waiting', until }));
    return true;
  });
}
