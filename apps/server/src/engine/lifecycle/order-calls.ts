import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineGridAnswer, EngineGridRequest } from '@ecp/contract/engine/engine-grid-answers';
import type {
  EngineJudgement,
  EngineJudgementRequest,
} from '@ecp/contract/engine/engine-judgements';
import type {
  EngineQueryDraft,
  EngineQueryDraftRequest,
} from '@ecp/contract/engine/engine-query-drafts';
import type {
  EngineStoryline,
  EngineStorylineRequest,
} from '@ecp/contract/engine/engine-storylines';
import { readSpending } from '../call/budget.ts';
import type { CallerServices } from '../call/engine-services.ts';
import { type CallOrder, readCallOrder, readOutcome } from '../kernel/call-orders.ts';
import { type RunState, waitForEnd } from '../kernel/runs.ts';
import { placeOrder } from './start-run.ts';

/** How a caller waits for the end of its order. */
interface OrderWait {
  waitMs: number;
  signal: AbortSignal;
}

/**
 * Orders calls once by the order's id, and waits for their end. Returns the state, also of an order
 * that is not over, with what judging has cost the engagement. Throws the errors of placeOrder.
 */
async function orderCalls(
  services: CallerServices,
  tenantId: string,
  ordered: CallOrder,
  { waitMs, signal }: OrderWait,
): Promise<{ state: RunState; judgingSpentUsd: number; spentUsd: number }> {
  const { runId, engagement } = ordered.order;
  await placeOrder(services, tenantId, ordered);
  const state = await waitForEnd(services, { tenantId, runId }, waitMs, signal);
  const { database } = services;
  const { judgingNanoUsd, spentNanoUsd } = await readSpending(database, tenantId, engagement.id);
  return { state, judgingSpentUsd: nanoToUsd(judgingNanoUsd), spentUsd: nanoToUsd(spentNanoUsd) };
}

/** Asks a judge about a person's text. Missing answers are null. Throws the errors of placeOrder. */
export async function judgeText(
  services: CallerServices,
  tenantId: string,
  { judgementId, engagement, taskId, date, questions }: EngineJudgementRequest,
  wait: OrderWait,
): Promise<EngineJudgement> {
  const order = { runId: judgementId, engagement, taskId, date, questions };
  const { state, judgingSpentUsd } = await orderCalls(
    services,
    tenantId,
    { kind: 'judge', order },
    wait,
  );
  // A repeated request is answered for the questions that were asked first.
  const stored = await readCallOrder(services.database, state, 'judge');
  const answers = await readOutcome(services.database, state, 'judge');
  return {
    judgementId,
    status: state.status,
    judged: stored.order.questions.map((question, at) => ({
      question,
      answer: answers?.[at] ?? null,
    })),
    judgingSpentUsd,
  };
}

/** Writes a statement for a person's question. Throws the errors of placeOrder. */
export async function draftStatement(
  services: CallerServices,
  tenantId: string,
  { draftId, engagement, tables, withoutTable, question }: EngineQueryDraftRequest,
  wait: OrderWait,
): Promise<EngineQueryDraft> {
  const order = {
    runId: draftId,
    engagement,
    ...(tables && { tables }),
    ...(withoutTable && { withoutTable }),
    question,
  };
  const { state, ...spending } = await orderCalls(
    services,
    tenantId,
    { kind: 'query', order },
    wait,
  );
  const draft = await readOutcome(services.database, state, 'query');
  const { status, error, failureReason } = state;
  return { draftId, status, error, failureReason, draft, ...spending };
}

/** Writes the slides of a deck. Throws the errors of placeOrder. */
export async function writeSlides(
  services: CallerServices,
  tenantId: string,
  { storylineId, engagement, documents, exhibits, byRules }: EngineStorylineRequest,
  wait: OrderWait,
): Promise<EngineStoryline> {
  const order = { runId: storylineId, engagement, documents, exhibits, byRules };
  const { state, judgingSpentUsd } = await orderCalls(
    services,
    tenantId,
    { kind: 'storyline', order },
    wait,
  );
  const written = await readOutcome(services.database, state, 'storyline');
  const { status, error, failureReason, costNanoUsd } = state;
  const costUsd = nanoToUsd(costNanoUsd);
  return { storylineId, status, error, failureReason, written, costUsd, judgingSpentUsd };
}

/** Answers questions about one file. Throws the errors of placeOrder. */
export async function answerQuestions(
  services: CallerServices,
  tenantId: string,
  { askId, engagement, file, columns }: EngineGridRequest,
  wait: OrderWait,
): Promise<EngineGridAnswer> {
  const order = { runId: askId, engagement, file, columns };
  const { state, judgingSpentUsd } = await orderCalls(
    services,
    tenantId,
    { kind: 'grid', order },
    wait,
  );
  const { status, error, failureReason, costNanoUsd } = state;
  const isOver = status === 'completed' || status === 'failed';
  const answers = isOver ? await readOutcome(services.database, state, 'grid') : null;
  const costUsd = nanoToUsd(costNanoUsd);
  const cells = [...(answers ?? [])];
  return { askId, status, error, failureReason, cells, costUsd, judgingSpentUsd };
}
