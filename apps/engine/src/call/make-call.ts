/**
 * Makes a call of a run to a model. Every wait below ends at Stop; docs/waiting.md says what wakes each.
 *
 * | state | what happens | what ends it |
 * |---|---|---|
 * | looked up | reads the stored record of the call and the state of its run | answered or failed before: the stored outcome is returned; else paused, stopped or waiting for a slot |
 * | taken over | a process died during an attempt; the next execution settles that attempt at its worst case | the next attempt; if the first process lives, it gets CallTakenOverError when it settles |
 * | waiting for a slot | waits for a permit of the process, before every attempt and after every wait below | a permit is free for the tenant |
 * | throttled | has returned its slot; the provider has asked for a pause, or a request limit is reached | the time has passed: waits for a slot again |
 * | paused | holds no slot and no money; nothing is prepared for a call that is found paused when looked up | an event of the run, such as Resume, or 60 s: looks again |
 * | held by budget | holds no slot; calls in flight have reserved the money that it needs | a notification of its run, or 250 ms: waits for a slot again |
 * | exhausted | what is spent leaves too little for the worst case | ends; the failure is stored |
 * | in flight | the worst case is reserved and the slot held; the provider works | an answer, a failure, the timeout or Stop, each with one settlement |
 * | settled | the answer is stored and paid; an unusable answer is paid as a failed attempt | ends with the answer, or as a failed attempt |
 * | released | the failure was certainly not billed: the reservation is returned | a failed attempt |
 * | unknown | the attempt broke off, timed out or was aborted: it counts at its worst case | a failed attempt; after an abort: stopped |
 * | retrying after backoff | a failed attempt is retryable and attempts are left: holds no slot and no money | the backoff has passed: the next attempt waits for a slot |
 * | failed | a failed attempt is not retryable, or was the last one | ends; the failure is stored |
 * | stopped | the run was stopped, has ended or was erased | ends; nothing is stored, because the run says it |
 */
import { createId } from '@ecp/database/create-id';
import type { PromptInputs, PromptOutputs, PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import { newFence } from '../agents/prompts/new-fence.ts';
import { buildPrompt, type RenderedPrompt } from '../agents/prompts/render-prompt.ts';
import { emitEvent, type RunRef } from '../kernel/events/emit-event.ts';
import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import { callCostNanoUsd, worstCaseCostNanoUsd, worstCaseInputTokens } from '../models/cost.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import { exhaustedMessage } from './budget/exhausted-message.ts';
import { type ReserveOutcome, reserveCall } from './budget/reserve-call.ts';
import { type CallSettlement, settleCall } from './budget/settle-call.ts';
import { backoffBefore } from './call-limits.ts';
import { CallTakenOverError } from './call-taken-over-error.ts';
import { generate } from './generate/generate.ts';
import { lookUpCall, recordCallFailure } from './look-up-call.ts';
import { settlementOfFailure } from './settlement-of-failure.ts';
import { traceCall, traceSettlement } from './trace-call.ts';
import type { CallDependencies, CallOutcome, ModelCall, OfferedTools, TurnOutcome } from './types/model-call.ts';
import { isToolTurn, type ToolTurn } from './types/tool-types.ts';

/** Longest waits before a call looks again. `held` is short because a settlement in another run wakes no call of this run. */
const lookAgainMs = { paused: 60_000, held: 250 };

type ReadyPrompt = RenderedPrompt & { offlineInput: unknown; offer: OfferedTools | null };
type Blocked = Extract<ReserveOutcome, { outcome: 'paused' | 'held' }> | { outcome: 'throttled' };

/**
 * Makes a call durable and pays it once: a stored answer or failure is returned. The worst case is reserved before each
 * attempt and settled after it. Retryable failures are retried with backoff within limits (BUD-2).
 */
export async function makeCall<P extends PromptPurpose>(
  services: CallDependencies,
  call: Omit<ModelCall<P>, 'tools'>,
): Promise<CallOutcome<P>> {
  const outcome = await makeTurn(services, call);
  if (outcome.outcome === 'asked') throw new Error(`The call ${call.callKey} offers no tools, but was asked for them`);
  return outcome;
}

/** Makes one turn of a call that may offer tools. If the model asks for tools, that is the recorded answer of the turn. */
export async function makeTurn<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
): Promise<TurnOutcome<P>> {
  const attempts = await waitForTurn(services, call);
  if (typeof attempts !== 'number') return attempts;
  const outcome = await askModel(services, call, attempts);
  if (outcome.outcome === 'failed' || outcome.outcome === 'exhausted') {
    await retryDuringDatabaseOutage(() => recordCallFailure(services.database, call, outcome));
  }
  return outcome;
}

/** Returns how the call has already ended, or the number of earlier attempts. Waits while the run is paused (RUN-9). */
async function waitForTurn<P extends PromptPurpose>(
  { database, runChanges }: CallDependencies,
  call: ModelCall<P>,
): Promise<TurnOutcome<P> | number> {
  for (;;) {
    const found = await lookUpCall<PromptOutputs[P] | ToolTurn>(database, call);
    switch (found.state) {
      case 'open':
        return found.attempts;
      case 'answered':
        return toOutcome(found.answer, found.cut, found.costNanoUsd);
      case 'ended':
        return found.ending;
      case 'stopped':
        return { outcome: 'stopped' };
      case 'paused':
        await runChanges.wait(call, found.lastEvent, lookAgainMs.paused);
    }
  }
}

function toOutcome<P extends PromptPurpose>(
  answer: PromptOutputs[P] | ToolTurn,
  cut: boolean,
  costNanoUsd: number,
): TurnOutcome<P> {
  return isToolTurn(answer)
    ? { outcome: 'asked', turn: answer, costNanoUsd }
    : { outcome: 'answered', answer, cut, costNanoUsd };
}

async function askModel<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  attempts: number,
): Promise<TurnOutcome<P>> {
  const prompt = await preparePrompt(services, call);
  for (let attempt = attempts + 1, tries = 1; ; attempt += 1, tries += 1) {
    const result = await tryOnce(services, call, prompt, attempt);
    if (!(result instanceof ModelCallError)) return result;
    if (!result.retryable || tries >= services.limits.maxAttempts) {
      return { outcome: 'failed', message: result.message };
    }
    await announceRetry(services, call, result, tries + 1, attempt);
  }
}

/** Keeps the input for the offline model only. For other models, its megabytes of sources are freed before the call. */
async function preparePrompt<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
): Promise<ReadyPrompt> {
  const input = await call.gather();
  const sources = searchableSources(input);
  const tools = sources.length > 0 ? (call.tools ?? null) : null;
  const fence = newFence();
  const prompt = buildPrompt(call.purpose, input, fence, tools !== null);
  const offered = tools ? await services.prepareTools(services, call, tools, sources, prompt, fence) : { offer: null };
  return { ...prompt, ...offered, offlineInput: call.model.provider === 'local' ? input : null };
}

async function tryOnce<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  prompt: ReadyPrompt,
  attempt: number,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { signal, done } = services.inFlight.begin(call);
  try {
    for (;;) {
      const result = await reserveAndCall(services, call, prompt, attempt, signal);
      if (result instanceof ModelCallError) return result;
      if (result.outcome === 'paused')
        await services.runChanges.wait(call, result.lastEvent, lookAgainMs.paused, signal);
      else if (result.outcome === 'held') await services.signals.wait(call.runId, lookAgainMs.held, signal);
      else if (result.outcome === 'throttled') await services.throttle.wait(call.model, call.tenantId, signal);
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
  prompt: ReadyPrompt,
  attempt: number,
  signal: AbortSignal,
): Promise<TurnOutcome<P> | ModelCallError | Blocked> {
  const release = await services.slots.acquire(call.tenantId, { signal });
  try {
    const callId = createId();
    const mostTokens = worstCaseInputTokens(prompt.promptBytes) + prompt.maxOutputTokens;
    if (!(await services.throttle.begin(call.model, callId, mostTokens))) return { outcome: 'throttled' };
    const { executorId, database } = services;
    const worstCaseNanoUsd = worstCaseCostNanoUsd(call.model, prompt);
    const model = call.model.id;
    const reserved = await reserveCall(database, { ...call, callId, attempt, model, executorId, worstCaseNanoUsd });
    if (reserved.outcome !== 'reserved') await services.throttle.cancel(call.model, callId);
    switch (reserved.outcome) {
      case 'reserved':
        return await traceCall(call, attempt, () => callAndSettle(services, call, prompt, callId, signal));
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
  prompt: ReadyPrompt,
  callId: string,
  signal: AbortSignal,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { limits } = services;
  try {
    const { text, object, toolTurn, inputTokens, outputTokens, truncated } = await generate({
      model: services.languageModel(call.model),
      purpose: call.purpose,
      input: prompt.offlineInput,
      ...prompt,
      timeoutMs: limits.timeoutMs,
      abortSignal: signal,
      redact: services.redact,
    });
    const answer = toolTurn ?? ((prompt.schema === null ? text : object) as PromptOutputs[P]);
    const costNanoUsd = callCostNanoUsd(call.model, { inputTokens, outputTokens });
    const ending = { status: 'settled' as const, costNanoUsd, inputTokens, outputTokens, answer, cut: truncated };
    const kept = await settle(services, call, callId, ending);
    await services.throttle.correct(call.model, callId, inputTokens + outputTokens);
    return kept ? toOutcome(answer, truncated, costNanoUsd) : { outcome: 'stopped' };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    const kept = await settle(services, call, callId, settlementOfFailure(call.model, error));
    if (error.retryAfterMs !== null) await services.throttle.block(call.model, error.retryAfterMs);
    return kept && error.kind !== 'aborted' ? error : { outcome: 'stopped' };
  }
}

/**
 * Settles a call, and retries during a database outage because the provider may have billed it. Returns false if the run
 * was erased meanwhile. Throws CallTakenOverError if another process has settled the call.
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

async function announceRetry(
  services: CallDependencies,
  call: ModelCall<PromptPurpose>,
  error: ModelCallError,
  nextTry: number,
  attempt: number,
): Promise<void> {
  const { limits } = services;
  const waitMs = backoffBefore(nextTry, limits, error.retryAfterMs, Math.random());
  const message = `${error.message}. Trying again in ${(waitMs / 1000).toFixed(1)} s (try ${nextTry} of ${limits.maxAttempts}).`;
  await emitEvent(services.database, call, `retry:${call.callKey}:${attempt}`, {
    ...{ type: 'log', level: 'warning', code: 'call_retried', agent: call.agentSlug, taskId: call.taskId },
    message,
  });
  services.signals.notify(call.runId);
  const { signal, done } = services.inFlight.begin(call);
  await waitFor(waitMs, signal).finally(done);
}

async function waitFor(durationMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, durationMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/** Returns the sources that a call can search. The list is empty for purposes without sources. */
function searchableSources<P extends PromptPurpose>(input: PromptInputs[P]): SourceDocument[] {
  return 'sources' in input ? input.sources : [];
}
