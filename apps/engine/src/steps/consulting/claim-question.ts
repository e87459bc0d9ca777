import type { Transaction } from '@ecp/database/database';
import type { EngineServices } from '../../kernel/engine-services.ts';
import type { AskedQuestion } from './asked-question.ts';
import { questionKey } from './question-key.ts';
import { delegationEvent, delegationLine } from './record-consultation.ts';

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
      values ($1, $2, $3, $4, $5, $6, $7, 0, 1, $8, $9, $10, $11, $12) on conflict do nothing`,
    values: [
      ...[id, tenantId, runId, taskId, from, to, question],
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
