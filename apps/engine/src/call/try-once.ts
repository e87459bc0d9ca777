import { createId } from '@ecp/database/create-id';
import type { PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { RunRef } from '../kernel/events/emit-event.ts';
import type { TextInProgress } from '../kernel/live/text-in-progress.ts';
import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { worstCaseCostNanoUsd, worstCaseInputTokens } from '../models/cost.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import { exhaustedMessage } from './budget/exhausted-message.ts';
import { type ReserveOutcome, reserveCall } from './budget/reserve-call.ts';
import { type CallSettlement, settleCall } from './budget/settle-call.ts';
import { CallNotReadError } from './call-not-read-error.ts';
import { CallTakenOverError } from './call-taken-over-error.ts';
import { confirmLease } from './confirm-lease.ts';
import { correctionBytes } from './generate/build-request.ts';
import { type GenerateResult, generate } from './generate/generate.ts';
import { stripThoughts } from './generate/strip-thoughts.ts';
import { hashPrompt } from './hash-prompt.ts';
import { lookAgainMs } from './look-again.ts';
import type { AttemptPlan } from './plan-attempt.ts';
import type { ReadyPrompt } from './prepare-prompt.ts';
import { priceUsage, settlementOfFailure } from './price-settlement.ts';
import { toOutcome } from './to-outcome.ts';
import { traceCall, traceSettlement } from './trace-call.ts';
import type { CallDependencies, ModelCall, TurnOutcome } from './types/model-call.ts';
import type { ToolTurn } from './types/tool-types.ts';

/** One attempt of a call: the model, the prompt and the way in which it is asked. */
export interface Attempt {
  /** Counts all attempts of the call, of all models. */
  number: number;
  model: CatalogModel;
  prompt: ReadyPrompt;
  plan: AttemptPlan;
  /** Marker of the run, which must not stand in an answer. */
  fence: string;
  /** True if the record of the call was looked up. */
  isRead: boolean;
}

type Blocked = Extract<ReserveOutcome, { outcome: 'paused' | 'held' }> | { outcome: 'throttled' };

/** Returns the most output tokens of an attempt. */
export function outputLimitOf({ prompt, plan }: Pick<Attempt, 'prompt' | 'plan'>): number {
  return plan.raisedTokens ?? prompt.maxOutputTokens;
}

/**
 * Makes one attempt. Waits while it is paused, throttled or held by the budget. Stop ends every wait. Throws
 * CallNotReadError if the reservation finds a record, or a pause before the first attempt of a call that was not looked
 * up.
 */
export async function tryOnce<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  attempt: Attempt,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { signal, done } = services.inFlight.begin(call);
  try {
    for (;;) {
      const result = await reserveAndCall(services, call, attempt, signal);
      if (result instanceof ModelCallError) return result;
      if (result.outcome === 'paused')
        await services.runChanges.wait(call, result.lastEvent, lookAgainMs.paused, signal);
      else if (result.outcome === 'held') await services.signals.wait(call.runId, lookAgainMs.held, signal);
      else if (result.outcome === 'throttled') await services.throttle.wait(attempt.model, call.tenantId, signal);
      else return result;
    }
  } catch (error) {
    if (signal.aborted) return { outcome: 'stopped' };
    throw error;
  } finally {
    done();
    services.signals.notify(call.runId);
  }
}

/** Holds a call slot only during the call, so that a paused run does not block others. */
async function reserveAndCall<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<TurnOutcome<P> | ModelCallError | Blocked> {
  const release = await services.slots.acquire(call.tenantId, { signal });
  try {
    const callId = createId();
    const { model, prompt, plan } = attempt;
    const promptBytes = prompt.promptBytes + correctionBytes({ correction: plan.correction, schema: prompt.schema });
    const maxOutputTokens = outputLimitOf(attempt);
    if (!(await services.throttle.begin(model, callId, worstCaseInputTokens(promptBytes) + maxOutputTokens))) {
      return { outcome: 'throttled' };
    }
    const { executorId, database } = services;
    const worstCaseNanoUsd = worstCaseCostNanoUsd(model, { promptBytes, maxOutputTokens });
    const promptSha256 = hashPrompt(prompt, plan);
    const facts = { callId, attempt: attempt.number, model: model.id, executorId, worstCaseNanoUsd, promptSha256 };
    const reserved = await reserveCall(database, { ...call, ...facts });
    if (reserved.outcome !== 'reserved') await services.throttle.cancel(model, callId);
    // A paused run holds no prompt: the look-up waits, and the material is read after it. Later attempts wait here,
    // because their plan holds what the failed ones have taught.
    if (reserved.outcome === 'paused' && !attempt.isRead && attempt.number === 1) throw new CallNotReadError();
    switch (reserved.outcome) {
      case 'recorded':
        throw new CallNotReadError();
      case 'reserved':
        return await traceCall(call, attempt, () => callAndSettle(services, call, attempt, callId, signal));
      case 'stopped':
        return { outcome: 'stopped' };
      case 'exhausted':
        return { outcome: 'exhausted', message: exhaustedMessage(reserved) };
      default:
        return reserved;
    }
  } finally {
    release();
  }
}

async function callAndSettle<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  attempt: Attempt,
  callId: string,
  signal: AbortSignal,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { model } = attempt;
  await confirmLease(services);
  try {
    const { text, object, toolTurn, usage, truncated } = await request(services, call, attempt, signal);
    const answer: PromptOutputs[P] | ToolTurn = toolTurn ?? ((object ?? text) as PromptOutputs[P]);
    const paid = priceUsage(model, usage);
    const kept = await settle(services, call, callId, { status: 'settled', ...paid, answer, cut: truncated });
    await services.throttle.correct(model, callId, usage.inputTokens + usage.outputTokens);
    return kept ? toOutcome(answer, truncated, paid.costNanoUsd) : { outcome: 'stopped' };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    const kept = await settle(services, call, callId, settlementOfFailure(model, error));
    if (error.retryAfterMs !== null) await services.throttle.block(model, error.retryAfterMs);
    return kept && error.kind !== 'aborted' ? error : { outcome: 'stopped' };
  }
}

async function request<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  attempt: Attempt,
  abortSignal: AbortSignal,
): Promise<GenerateResult> {
  const { model, prompt, plan, fence } = attempt;
  const { timeoutMs, idleTimeoutMs } = services.limits;
  const redact = (text: string) => services.redact(text).replaceAll(fence, '');
  const writing = followWriting(services, call, attempt, redact);
  const answering = generate({
    ...prompt,
    ...{ timeoutMs, idleTimeoutMs, abortSignal, cacheKey: call.runId },
    ...{ form: plan.form, effort: plan.effort, correction: plan.correction },
    model: services.languageModel(model),
    purpose: call.purpose,
    input: prompt.offlineInput,
    maxOutputTokens: outputLimitOf(attempt),
    redact,
    ...(writing && { onText: writing.write }),
  });
  return answering.finally(() => writing?.end());
}

/** Passes the text of a writing call on to those who watch the run. Null for other calls. */
function followWriting(
  { live }: CallDependencies,
  { tenantId, runId, taskId, callKey, purpose }: ModelCall<PromptPurpose>,
  { number }: Attempt,
  redact: Redact,
): TextInProgress | null {
  const isWriting = purpose === 'draft' || purpose === 'revise';
  if (!isWriting || taskId === null) return null;
  const writing = { tenantId, runId, taskId, purpose, call: `${callKey}#${number}` };
  return live.begin(writing, (text) => redact(stripThoughts(text)));
}

/**
 * Settles a call, and retries during a database outage because the provider may have billed it. Returns false if the
 * run was erased meanwhile. Throws CallTakenOverError if another process has settled the call.
 */
async function settle(
  { database }: CallDependencies,
  { tenantId }: RunRef,
  callId: string,
  ending: CallSettlement,
): Promise<boolean> {
  traceSettlement(ending);
  const status = await retryDuringDatabaseOutage(() => settleCall(database, tenantId, callId, ending));
  if (status !== null && status !== ending.status) throw new CallTakenOverError();
  return status !== null;
}
