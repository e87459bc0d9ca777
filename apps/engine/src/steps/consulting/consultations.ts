import { createHash } from 'node:crypto';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { EngineServices } from '../../call/engine-services.ts';
import { eventStatement, type RunRef } from '../../kernel/events.ts';
import { openRun } from '../../kernel/runs.ts';

/** Whether a question is to be asked. Its row stores the decision, so that a repeated execution gets the same one. */
export type QuestionClaim =
  /** Ask it, and record the answer. */
  | { state: 'ask' }
  /** It was asked in this run before, so the answer costs nothing now. */
  | { state: 'reused'; answer: string }
  | { state: 'refused' }
  /** Another task is asking it. Look again later. */
  | { state: 'waiting' }
  /** No task has asked it. Claim it again with whether the task can afford it. */
  | { state: 'unpriced' };

/** A claim with a final decision. */
export type DecidedQuestionClaim = Extract<QuestionClaim, { state: 'ask' | 'reused' | 'refused' }>;

interface Row {
  id: string;
  state: 'asking' | 'answered' | 'failed' | 'reused' | 'refused';
  answer: string | null;
}

/** Returns the earlier decision about a question, or null if there is none. */
export async function findClaim(
  { database }: EngineServices,
  asked: AskedQuestion,
): Promise<DecidedQuestionClaim | null> {
  const row = await database.withTenant(asked.tenantId, (tx) => findRow(tx, asked));
  return row ? claimOf(row) : null;
}

/**
 * Claims a question for its asker. Refuses what the task cannot afford. If the colleague has answered the question in
 * this run, returns the recorded answer. The unique index of the table makes parallel claims safe.
 * @param isAffordable null until the question is priced
 */
export async function claimQuestion(
  { database, signals }: EngineServices,
  asked: AskedQuestion,
  isAffordable: boolean | null,
): Promise<QuestionClaim> {
  const claim = await database.withTenant(asked.tenantId, async (tx): Promise<QuestionClaim> => {
    const own = await findRow(tx, asked);
    if (own) return claimOf(own);
    const earlier = await findSame(tx, asked);
    if (earlier?.state === 'answered') return reuse(tx, asked, earlier);
    if (earlier) return { state: 'waiting' };
    if (isAffordable === null) return { state: 'unpriced' };
    if (!isAffordable) return refuse(tx, asked, 'the task cannot afford it');
    return (await insert(tx, asked, { state: 'asking' })) ? { state: 'ask' } : { state: 'waiting' };
  });
  if (claim.state === 'reused' || claim.state === 'refused') signals.notify(asked.runId);
  return claim;
}

function claimOf({ state, answer }: Row): DecidedQuestionClaim {
  if (state === 'reused') return { state, answer: answer ?? '' };
  return state === 'refused' ? { state } : { state: 'ask' };
}

async function findRow(tx: Transaction, { tenantId, runId, id }: AskedQuestion): Promise<Row | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'find_consultation',
    text: 'select id, state, answer from engine.delegations where tenant_id = $1 and run_id = $2 and id = $3',
    values: [tenantId, runId, id],
  });
  return rows[0];
}

async function findSame(tx: Transaction, { tenantId, runId, to, question }: AskedQuestion): Promise<Row | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'find_same_question',
    text: `select id, state, answer from engine.delegations
      where tenant_id = $1 and run_id = $2 and to_agent = $3 and question_key = $4 and state in ('asking', 'answered')`,
    values: [tenantId, runId, to, questionKey(question)],
  });
  return rows[0];
}

async function reuse(tx: Transaction, asked: AskedQuestion, earlier: Row): Promise<QuestionClaim> {
  const answer = earlier.answer ?? '';
  await insert(tx, asked, { state: 'reused', answer, reusedFrom: earlier.id });
  await tx.query(delegationEvent(asked, { answer, costNanoUsd: 0, reused: true }));
  const message = `${asked.from} asked ${asked.to}, who had answered this before: ${asked.question}`;
  await tx.query(delegationLine(asked, 'answer_reused', message));
  return { state: 'reused', answer };
}

async function refuse(tx: Transaction, asked: AskedQuestion, reason: string): Promise<QuestionClaim> {
  await insert(tx, asked, { state: 'refused', reason });
  const message = `${asked.from} did not ask ${asked.to.slice(0, 100)}: ${reason}`;
  await tx.query(delegationLine(asked, 'question_refused', message));
  return { state: 'refused' };
}

/** Returns false if another claim of the same question was faster. */
async function insert(
  tx: Transaction,
  asked: AskedQuestion,
  { state, answer = null, reusedFrom = null, reason = null }: Inserted,
): Promise<boolean> {
  const { tenantId, runId, id, taskId, from, to, question } = asked;
  const { rowCount } = await tx.query({
    name: 'claim_question',
    text: `insert into engine.delegations (id, tenant_id, run_id, task_id, from_agent, to_agent, question, cost_nano_usd,
        depth, question_key, state, answer, reused_from, reason)
      select $3, tenant_id, id, $4, $5, $6, $7, 0, 1, $8, $9, $10, $11, $12 from (${openRun}) run on conflict do nothing`,
    values: [
      ...[tenantId, runId, id, taskId, from, to, question],
      ...[questionKey(question), state, answer, reusedFrom, reason],
    ],
  });
  return rowCount > 0;
}

interface Inserted {
  state: Row['state'];
  answer?: string | null;
  reusedFrom?: string | null;
  reason?: string | null;
}

/** Stores the answer and the cost of a consultation, and emits `delegation` once. Safe to repeat. */
export async function recordConsultation(
  { database, signals }: EngineServices,
  asked: AskedQuestion,
  answer: string,
): Promise<void> {
  const { tenantId, runId, id, taskId, from, to, question } = asked;
  await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ cost: number }>({
      name: 'consultation_cost',
      text: `select coalesce(sum(cost_nano_usd), 0) as cost from engine.model_calls
        where tenant_id = $1 and run_id = $2 and (call_key = $3 or starts_with(call_key, $3 || ':'))`,
      values: [tenantId, runId, id],
    });
    const costNanoUsd = rows[0]?.cost ?? 0;
    const { rowCount } = await tx.query({
      name: 'record_consultation',
      text: `insert into engine.delegations
        (id, tenant_id, run_id, task_id, from_agent, to_agent, question, depth, answer, cost_nano_usd)
        select $3, tenant_id, id, $4, $5, $6, $7, 1, $8, $9::bigint from (${openRun}) run
        on conflict (tenant_id, run_id, id) do update
          set state = 'answered', answer = excluded.answer, cost_nano_usd = excluded.cost_nano_usd
          where delegations.state = 'asking'`,
      values: [tenantId, runId, id, taskId, from, to, question, answer, costNanoUsd],
    });
    if (rowCount === 0) return;
    await tx.query(delegationEvent(asked, { answer, costNanoUsd, reused: false }));
    await tx.query(delegationLine(asked, 'colleague_asked', `${from} asked ${to}: ${question}`));
  });
  signals.notify(runId);
}

/** Releases a question that got no answer, so that another task may ask it. */
export async function releaseQuestion({ database, signals }: EngineServices, asked: AskedQuestion): Promise<void> {
  const { tenantId, runId, id } = asked;
  await database.batchTenant(tenantId, [
    {
      name: 'release_question',
      text: `update engine.delegations set state = 'failed'
        where tenant_id = $1 and run_id = $2 and id = $3 and state = 'asking'`,
      values: [tenantId, runId, id],
    },
  ]);
  signals.notify(runId);
}

/** Makes the log line of a question that was asked, answered from the record, or refused. */
function delegationLine(
  asked: AskedQuestion,
  code: 'colleague_asked' | 'answer_reused' | 'question_refused',
  message: string,
): Statement {
  const level = code === 'question_refused' ? 'warning' : 'info';
  const facts = { type: 'log', level, code, agent: asked.from, taskId: asked.taskId } as const;
  return eventStatement(asked, `log:delegation:${asked.id}`, { ...facts, message });
}

/** Makes the event of a consultation. */
function delegationEvent(
  asked: AskedQuestion,
  { answer, costNanoUsd, reused }: { answer: string; costNanoUsd: number; reused: boolean },
): Statement {
  const { id, taskId, from, to, question } = asked;
  const about = { taskId, from, to, question, answer, cost: nanoToUsd(costNanoUsd), depth: 1, reused };
  return eventStatement(asked, `delegation:${id}`, { type: 'delegation', ...about });
}

/** A question of a task's lead to a colleague. */
export interface AskedQuestion extends RunRef {
  /** Unique in the run. A repeated execution uses the same id. */
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
}

/** Returns a key that ignores case, punctuation and spaces. Questions with the same key are the same question. */
export function questionKey(question: string): string {
  const words =
    question
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('base64url');
}
