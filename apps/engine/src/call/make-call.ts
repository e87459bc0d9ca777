import { createId } from '@ecp/database/create-id';
import type { PromptInputs, PromptOutputs, PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import { newFence } from '../agents/prompts/new-fence.ts';
import { buildCall, type PromptCall } from '../agents/prompts/render-prompt.ts';
import { exhaustedMessage } from './budget/exhausted-message.ts';
import { type ReserveOutcome, reserveCall } from './budget/reserve-call.ts';
import { type CallSettlement, settleCall } from './budget/settle-call.ts';
import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import type { CallDependencies, CallOutcome, ModelCall, OfferedTools, TurnOutcome } from './types/model-call.ts';
import { isToolTurn, type ToolTurn } from './types/tool-types.ts';
import { emitEvent, type RunRef } from '../kernel/events/emit-event.ts';
import { callCostNanoUsd, worstCaseCostNanoUsd, worstCaseInputTokens } from '../models/cost.ts';
import { generate } from './generate/generate.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import { backoffBefore } from './call-limits.ts';
import { CallTakenOverError } from './call-taken-over-error.ts';
import { settlementOfFailure } from './settlement-of-failure.ts';
import { lookUpCall, recordCallFailure } from './look-up-call.ts';
import { traceCall, traceSettlement } from './trace-call.ts';

/** How long a call waits at most before it looks again without being woken: news of other runs' money wakes nobody. */
const lookAgainMs = { paused: 60_000, held: 250 };

type ReadyPrompt = PromptCall & { offlineInput: unknown; offer: OfferedTools | null };
type Blocked = Extract<ReserveOutcome, { outcome: 'paused' | 'held' }> | { outcome: 'paced' };

/**
 * Makes a call durable and paid once: an answer or an ending that is already stored is returned; the worst case is
 * reserved before and settled after each try, failures that may pass are retried with backoff within limits (BUD-2).
 */
export async function makeCall<P extends PromptPurpose>(
  services: CallDependencies,
  call: Omit<ModelCall<P>, 'tools'>,
): Promise<CallOutcome<P>> {
  const outcome = await makeTurn(services, call);
  if (outcome.outcome === 'asked') throw new Error(`The call ${call.callKey} offers no tools, but was asked for them`);
  return outcome;
}

/** The same for one turn of a call that may offer tools: what the model asks for is its recorded answer. */
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

/** How the call has ended already, else how many tries there were; waits while the run is paused (RUN-9). */
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

/** Only the offline model reads the input itself: for others, its megabytes of sources go before the call begins. */
async function preparePrompt<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
): Promise<ReadyPrompt> {
  const input = await call.gather();
  const sources = searchableSources(input);
  const tools = sources.length > 0 ? (call.tools ?? null) : null;
  const fence = newFence();
  const prompt = buildCall(call.purpose, input, fence, tools !== null);
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
      else if (result.outcome === 'paced') await services.throttle.wait(call.model, call.tenantId, signal);
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

/** Holds a place only while it calls, so that a paused run keeps nobody waiting. */
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
    if (!(await services.throttle.begin(call.model, callId, mostTokens))) return { outcome: 'paced' };
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
 * The provider has answered and will bill: a database that is away for a moment must not lose that. False when the run
 * was erased meanwhile; throws CallTakenOverError when another process has given the call up.
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

/** The sources that a call can search; empty for purposes without any. */
function searchableSources<P extends PromptPurpose>(input: PromptInputs[P]): SourceDocument[] {
  return 'sources' in input ? input.sources : [];
}
