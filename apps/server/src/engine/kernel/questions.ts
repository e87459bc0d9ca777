import type { AuthorKind } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import { questionLimits } from '@ecp/contract/values/limits';
import type { Database, Transaction } from '@ecp/database/database';
import { type Statement, sql } from '@ecp/database/statement';
import type { NewQuestion } from '@ecp/model-calls/prompt-types';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { cleanValue } from '../../kernel/clean-value.ts';
import { isAwaitingApproval } from '../../material/answers/answers.ts';
import { type EventStore, emitIn, eventStatement, type RunRef } from './events.ts';

/** A question of an agent to people. */
export interface StoredQuestion extends NewQuestion {
  id: string;
  /** Null for a question of the planner about no single task. */
  taskId: string | null;
  agentSlug: string;
  dueAt: Date | null;
  /** The answer that came while its task waited: after that the task uses the assumption. */
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
  answer: string | null;
  answerer_kind: AuthorKind | null;
  answerer_name: string | null;
  answered_at: Date | null;
}

const questionColumns = `id, task_id, agent_slug, question, assumption, impact, due_at, answer, answerer_kind, answerer_name,
  answered_at`;

/** Leaves out the questions that people ask about a document of the run. */
const ofRun = `tenant_id = $1 and run_id = $2 and asked_by = 'agent'`;

/** Reads the questions of a run's agents, oldest first. */
export async function readQuestions(
  database: Database,
  { tenantId, runId }: RunRef,
): Promise<StoredQuestion[]> {
  const [rows] = await database.batchTenant<[QuestionRow]>(tenantId, [
    {
      name: 'read_questions',
      text: `select ${questionColumns} from platform.questions where ${ofRun} order by created_at, id`,
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

/**
 * Stores questions once, with their events and without the secrets of the process. Drops those above
 * three a task or `perRun` a run.
 */
export async function insertQuestions(
  { database, effects, redact }: EventStore & { redact: Redact },
  run: RunRef,
  asked: readonly QuestionToAsk[],
  perRun: number,
): Promise<void> {
  await database.withTenant(run.tenantId, async (tx) => {
    await lockRun(tx, run);
    // One after another, because each counts those before it. A turn executes few tool calls.
    for (const { id, taskId, agentSlug, dueAt, ...words } of asked) {
      const { question, assumption, impact } = cleanValue(words, redact);
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
  insert into platform.questions (tenant_id, engagement_id, run_id, id, task_id, agent_slug, question, assumption,
    impact, due_at, status)
  select $1, engagement_id, id, $3, $4, $5, $6, $7, $8, $9::timestamptz,
    case when $9 is null then 'assumed' else 'open' end
  from engine.runs where tenant_id = $1 and id = $2 and status in ('running', 'paused')
    and (select count(*) from platform.questions where ${ofRun}) < $10::integer
    and (select count(*) from platform.questions where ${ofRun} and task_id is not distinct from $4) < $11::integer
  on conflict (tenant_id, engagement_id, id) do nothing`;

/** Returns true if a task has open questions whose time is not over. */
export async function hasOpenQuestions(
  database: Database,
  { tenantId, runId }: RunRef,
  taskId: string,
): Promise<boolean> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'open_questions',
      text: `select from platform.questions where ${ofRun} and task_id = $3 and status = 'open' limit 1`,
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
      text: `update platform.questions set status = 'assumed'
        where ${ofRun} and status = 'open' and due_at <= now() returning id`,
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
  text: `select distinct task_id as "taskId" from platform.questions
    where ${ofRun} and task_id = any($3) and status = 'open' and due_at > now()`,
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
  const { id, question, assumption, impact } = row;
  return {
    id,
    question,
    assumption,
    impact,
    taskId: row.task_id,
    agentSlug: row.agent_slug,
    dueAt: row.due_at,
    answer: answerOf(row),
  };
}

function answerOf(row: QuestionRow): StoredQuestion['answer'] {
  const { answer: text, answerer_kind: kind, answerer_name: name, answered_at: at } = row;
  if (text === null || kind === null || name === null || !isInTime(row)) return null;
  return at && { text, by: displayNameOf({ kind, name }), at };
}

/** Tells whether an answer came while the task of its question waited. */
export const isInTime = ({
  due_at: dueAt,
  answered_at: answeredAt,
}: Pick<QuestionRow, 'due_at' | 'answered_at'>): boolean =>
  dueAt !== null && answeredAt !== null && answeredAt < dueAt;

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
    const { rowCount: owned } = await tx.query(lockRunToPark({ tenantId, runId, generation }));
    if (owned === 0) return true;
    const { rowCount: waiting } = await tx.query(waitingTasks(run, taskIds));
    if (waiting < taskIds.length) return false;
    const { rows } = await tx.query<{ wakesAt: Date | null }>({
      name: 'park_run',
      text: `update engine.runs set wakes_at = (
          select min(due_at) from platform.questions where ${ofRun} and status = 'open')
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

/**
 * Parks a run whose answer waits for a person, until `wakeWaitingRun`. Returns false if the person
 * has decided, so that the workflow continues. It is safe to repeat.
 */
export async function parkRunUntilApproval(
  database: Database,
  { tenantId, runId, generation }: RunRef & { generation: number },
): Promise<boolean> {
  return database.withTenant(tenantId, async (tx) => {
    const { rowCount: owned } = await tx.query(lockRunToPark({ tenantId, runId, generation }));
    if (owned === 0) return true;
    if (!(await isAwaitingApproval(tx, { tenantId, runId }))) return false;
    await tx.query(sql`update engine.runs set wakes_at = 'infinity'
      where tenant_id = ${tenantId} and id = ${runId}`);
    return true;
  });
}

/** Locks a run that its work may park. It selects nothing if the run is over, parked or continued. */
const lockRunToPark = ({
  tenantId,
  runId,
  generation,
}: RunRef & { generation: number }): Statement => ({
  name: 'lock_run_to_park',
  text: `select from engine.runs where tenant_id = $1 and id = $2 and generation = $3::integer and wakes_at is null
      and status in ('running', 'paused') and stop_requested_at is null for update`,
  values: [tenantId, runId, generation],
});
