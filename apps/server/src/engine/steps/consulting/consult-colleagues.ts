import { createHash } from 'node:crypto';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Consultation, ListedTask, PromptInputs } from '@ecp/model-calls/prompt-types';
import { renderPrompt } from '../../agents/prompts/render-prompt.ts';
import { readConsultingMoney } from '../../call/budget.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import { settingOf } from '../../call/prepare-prompt.ts';
import { eventStatement, type RunRef } from '../../kernel/events.ts';
import {
  briefOf,
  type EngineTask,
  openRun,
  readRun,
  readRunState,
  type StoredRun,
} from '../../kernel/runs.ts';
import { callCostNanoUsd, plainUsage } from '../../models/catalog.ts';
import {
  callModel,
  runOptionalStep,
  runRecorded,
  TaskEndedError,
  type TaskModels,
  type TaskWorkflowInput,
} from '../calling/call-model.ts';
import { leadAgent, readDelivered, readDocuments, taskStartKey } from '../calling/task-record.ts';

/**
 * Lets the lead agent ask colleagues about documents that it does not see. Each answer is a
 * recorded call.
 */
export async function consultColleagues(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  colleagues: readonly Colleague[],
): Promise<Consultation[]> {
  if (colleagues.length === 0) return [];
  const { task, tenantId, runId } = input;
  const delegated = await runOptionalStep(services, input, {
    key: 'delegate',
    lack: 'no colleague was asked',
    work: () => askLead(services, input, models, colleagues),
  });
  const asked = (delegated?.questions ?? [])
    .filter(({ question }) => question.trim() !== '')
    .filter(
      ({ agentSlug }, index, all) =>
        all.findIndex((other) => other.agentSlug === agentSlug) === index,
    )
    .slice(0, maxQuestionsOfLead);
  const consultations: Consultation[] = [];
  for (const [index, { agentSlug, question }] of asked.entries()) {
    const colleague = colleagues.find(({ slug }) => slug === agentSlug);
    if (!colleague) continue;
    const key = `consult:${index + 1}`;
    const about = {
      tenantId,
      runId,
      id: `${task.id}/${key}`,
      taskId: task.id,
      from: task.agentSlug,
      to: agentSlug,
    };
    const consultation = await runOptionalStep(services, input, {
      key,
      lack: `the advice of ${agentSlug} is missing`,
      work: () => askColleague(services, input, models, key, { ...about, question }, colleague),
    });
    if (consultation) consultations.push(consultation);
  }
  return consultations;
}

function askLead(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  colleagues: readonly Colleague[],
) {
  const { roster, database } = services;
  const { task } = input;
  const gather = async () => {
    const run = await readRun(database, input);
    const engagement = briefOf(run);
    const asked = colleagues.map(({ slug, taskIds }) => {
      const documents = engagement.tasks
        .filter(({ id }) => taskIds.includes(id))
        .map(({ name }) => name);
      return { agent: leadAgent(roster, { agentSlug: slug }), documents };
    });
    return { engagement, task, agent: leadAgent(roster, task), colleagues: asked };
  };
  const call = {
    purpose: 'delegate' as const,
    key: 'delegate',
    agentSlug: task.agentSlug,
    models: models.optional,
  };
  return callModel(services, input, { ...call, gather });
}

/**
 * Limits the wait for a question that another task is asking, before the claim is checked again.
 */
const lookAgainMs = { running: 1_000, paused: 60_000 };
/** UTF-8 bytes of a token of prose. */
const bytesPerToken = 4;

interface Asking {
  services: EngineServices;
  input: TaskWorkflowInput;
  models: TaskModels;
  asked: AskedQuestion;
  colleague: Colleague;
}

async function askColleague(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  key: string,
  asked: AskedQuestion,
  colleague: Colleague,
): Promise<Consultation | null> {
  const asking = { services, input, models, asked, colleague };
  const claim = await runRecorded(services, () => settleClaim(asking));
  if (claim === null || claim.state === 'refused') return null;
  const { to: agentSlug, question } = asked;
  const about = {
    agentSlug,
    agentName: services.roster.find(agentSlug)?.name ?? agentSlug,
    question,
  };
  if (claim.state === 'reused') return { ...about, answer: claim.answer };
  try {
    const call = { purpose: 'consult' as const, key, agentSlug, models: models.optional };
    const { answer } = await callModel(services, input, { ...call, gather: () => gather(asking) });
    await runRecorded(services, () => recordConsultation(services, asked, answer));
    return { ...about, answer };
  } catch (error) {
    // After a takeover or at a close the claim stays, because the next execution continues with the
    // question.
    if (error instanceof TaskEndedError)
      await runRecorded(services, () => releaseQuestion(services, asked));
    throw error;
  }
}

/**
 * Returns the recorded decision even after a Stop, because a repeated execution must take the same
 * path. Waits while another task asks the same. Null if the run is over.
 */
async function settleClaim(asking: Asking): Promise<DecidedQuestionClaim | null> {
  const { services, input, asked } = asking;
  const known = await findClaim(services, asked);
  if (known) return known;
  let isAffordable: boolean | null = null;
  for (;;) {
    const run = await readRunState(services.database, input);
    if (!run || run.stopRequested || !['running', 'paused'].includes(run.status)) return null;
    const claim = await claimQuestion(services, asked, isAffordable);
    if (claim.state === 'unpriced') isAffordable = await canAfford(asking);
    else if (claim.state !== 'waiting') return claim;
    else if (run.status === 'paused')
      await services.runChanges.wait(input, run.lastEvent, lookAgainMs.paused);
    else await services.signals.wait(asked.runId, lookAgainMs.running);
  }
}

async function canAfford({ services, input, models, ...about }: Asking): Promise<boolean> {
  const [model] = models.optional;
  if (!model) return false;
  const material = await gather({ services, input, models, ...about });
  const setting = settingOf(model);
  const { tenantId } = input;
  const { promptBytes, maxOutputTokens } = await renderPrompt(
    services.texts,
    tenantId,
    'consult',
    material,
    setting,
  );
  const inputTokens = Math.ceil(promptBytes / bytesPerToken);
  const callNanoUsd = callCostNanoUsd(model, plainUsage(inputTokens, maxOutputTokens));
  const money = await readConsultingMoney(services.database, input, input.task.id);
  const allowedNanoUsd = (maxShareOfMoney * money.leftNanoUsd) / Math.max(1, input.tasksLeft);
  return money.consultedNanoUsd + callNanoUsd <= allowedNanoUsd;
}

async function gather({
  services,
  input,
  asked,
  colleague,
}: Asking): Promise<PromptInputs['consult']> {
  const { database, roster } = services;
  const run = await readRun(database, input);
  const { task } = input;
  return {
    engagement: briefOf(run),
    task,
    agent: leadAgent(roster, { agentSlug: asked.to }),
    askedBy: leadAgent(roster, { agentSlug: asked.from }),
    question: asked.question,
    documents: await readDocuments(database, run, colleague.taskIds, task.id),
  };
}

/** A colleague whose finished documents the lead of a task does not see. */
export interface Colleague {
  slug: string;
  taskIds: string[];
}

/**
 * Returns the colleagues with a finished document that is neither upstream nor downstream of the
 * task. Others know nothing that the lead does not see.
 */
export async function findColleagues(
  { database, roster }: EngineServices,
  run: StoredRun,
  task: EngineTask,
): Promise<Colleague[]> {
  const { tasks } = briefOf(run);
  const later = dependentsOf(task.id, tasks);
  const unseen = tasks.filter(({ id, agent }) => {
    const isSeen = id === task.id || task.dependsOn.includes(id) || later.has(id);
    return !isSeen && agent !== task.agentSlug && roster.find(agent)?.assignable;
  });
  const ids = unseen.map(({ id }) => id);
  const delivered = await readDelivered(database, run, ids, taskStartKey(task.id));
  const earlier = new Set(run.input.previous.map(({ taskId }) => taskId));
  const finished = unseen.filter(({ id }) => delivered.has(id) || earlier.has(id));
  const byAgent = Map.groupBy(finished, ({ agent }) => agent);
  return [...byAgent].map(([slug, tasks]) => ({ slug, taskIds: tasks.map(({ id }) => id) }));
}

/** Returns the ids of the tasks that build on a task, directly or through others. */
function dependentsOf(
  taskId: string,
  tasks: readonly Pick<ListedTask, 'id' | 'dependsOn'>[],
): Set<string> {
  const found = new Set<string>();
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { id, dependsOn } of tasks) {
      if (dependsOn.some((need) => need === taskId || found.has(need))) found.add(id);
    }
  }
  return found;
}

/**
 * Limits the colleagues that a lead asks about a task. A third costs as much and changes little.
 */
const maxQuestionsOfLead = 2;

/**
 * Limits the share of a task's fair part of the budget for consultations. The rest must pay for the
 * document.
 */
const maxShareOfMoney = 0.25;

/**
 * Whether to ask a question. Its row stores the decision, so that a repeated execution gets the
 * same one.
 */
type QuestionClaim =
  | { state: 'ask' }
  /** It was answered in this run before, so the answer costs nothing. */
  | { state: 'reused'; answer: string }
  | { state: 'refused' }
  | { state: 'waiting' }
  /** No task has asked it. Claim it again with `isAffordable`. */
  | { state: 'unpriced' };

type DecidedQuestionClaim = Extract<QuestionClaim, { state: 'ask' | 'reused' | 'refused' }>;

interface Row {
  id: string;
  state: 'asking' | 'answered' | 'failed' | 'reused' | 'refused';
  answer: string | null;
}

async function findClaim(
  { database }: EngineServices,
  asked: AskedQuestion,
): Promise<DecidedQuestionClaim | null> {
  const row = await database.withTenant(asked.tenantId, (tx) => findRow(tx, asked));
  return row ? claimOf(row) : null;
}

/**
 * Claims a question once in a run, refuses it, or returns its recorded answer.
 * @param isAffordable null until the question is priced
 */
async function claimQuestion(
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

async function findRow(
  tx: Transaction,
  { tenantId, runId, id }: AskedQuestion,
): Promise<Row | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'find_consultation',
    text: 'select id, state, answer from engine.delegations where tenant_id = $1 and run_id = $2 and id = $3',
    values: [tenantId, runId, id],
  });
  return rows[0];
}

async function findSame(
  tx: Transaction,
  { tenantId, runId, to, question }: AskedQuestion,
): Promise<Row | undefined> {
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

async function refuse(
  tx: Transaction,
  asked: AskedQuestion,
  reason: string,
): Promise<QuestionClaim> {
  await insert(tx, asked, { state: 'refused', reason });
  const message = `${asked.from} did not ask ${asked.to.slice(0, 100)}: ${reason}`;
  await tx.query(delegationLine(asked, 'question_refused', message));
  return { state: 'refused' };
}

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
      tenantId,
      runId,
      id,
      taskId,
      from,
      to,
      question,
      questionKey(question),
      state,
      answer,
      reusedFrom,
      reason,
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

/** Stores the answer and the cost of a consultation and emits `delegation`, each once. */
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

async function releaseQuestion(
  { database, signals }: EngineServices,
  asked: AskedQuestion,
): Promise<void> {
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

function delegationLine(
  asked: AskedQuestion,
  code: 'colleague_asked' | 'answer_reused' | 'question_refused',
  message: string,
): Statement {
  const level = code === 'question_refused' ? 'warning' : 'info';
  const facts = { type: 'log', level, code, agent: asked.from, taskId: asked.taskId } as const;
  return eventStatement(asked, `log:delegation:${asked.id}`, { ...facts, message });
}

function delegationEvent(
  asked: AskedQuestion,
  { answer, costNanoUsd, reused }: { answer: string; costNanoUsd: number; reused: boolean },
): Statement {
  const { id, taskId, from, to, question } = asked;
  const about = {
    taskId,
    from,
    to,
    question,
    answer,
    cost: nanoToUsd(costNanoUsd),
    depth: 1,
    reused,
  };
  return eventStatement(asked, `delegation:${id}`, { type: 'delegation', ...about });
}

interface AskedQuestion extends RunRef {
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
}

/**
 * Returns a key without case, punctuation and spaces. Questions with the same key are the same
 * question.
 */
export function questionKey(question: string): string {
  const words =
    question
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('base64url');
}
