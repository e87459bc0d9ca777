import { createId } from '@ecp/database/create-id';
import { newFence } from '../agents/prompts/new-fence.ts';
import type { PromptInputs, PromptOutputs, PromptPurpose } from '../agents/prompts/prompt-types.ts';
import { buildCall, type PromptCall } from '../agents/prompts/render-prompt.ts';
import { exhaustedMessage } from '../budget/exhausted-message.ts';
import { type ReserveOutcome, reserveCall } from '../budget/reserve-call.ts';
import { type CallEnding, settleCall } from '../budget/settle-call.ts';
import { waitForDatabase } from '../budget/wait-for-database.ts';
import type { EngineServices } from '../engine-services.ts';
import { emitEvent, type RunRef } from '../events/emit-event.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { callCostNanoUsd, worstCaseCostNanoUsd } from '../models/cost.ts';
import { generate } from '../models/generate.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import { storableText } from '../models/storable-answer.ts';
import { backoffBefore } from './call-limits.ts';
import type { CallSlots } from './call-slots.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { markCut } from './cut-answer.ts';
import { findCallHistory } from './find-call-history.ts';
import { traceCall, traceEnding } from './trace-call.ts';

/** One call of a run to a model. */
export interface ModelCall<P extends PromptPurpose> extends RunRef {
  engagementId: string;
  taskId: string | null;
  /** Unique in the run: what makes a repeated step recognise its own finished call. */
  callKey: string;
  purpose: P;
  agentSlug: string;
  model: CatalogModel;
  input: PromptInputs[P];
}

/** How a call ended for the workflow; recorded by the durable step, so it never throws for what can be expected. */
export type CallOutcome<P extends PromptPurpose> =
  | { outcome: 'answered'; answer: PromptOutputs[P]; costNanoUsd: number }
  | { outcome: 'stopped' }
  | { outcome: 'exhausted'; message: string }
  | { outcome: 'failed'; message: string };

export interface CallDependencies extends EngineServices {
  slots: CallSlots;
  inFlight: CallsInFlight;
}

/** How long a call waits at most before it looks again without being woken: news of other runs' money wakes nobody. */
const lookAgainMs = { paused: 60_000, held: 250 };

type Blocked = Extract<ReserveOutcome, { outcome: 'paused' | 'held' }>;

/**
 * Makes a call durable and paid once: an answer that is already stored is returned, the worst case is reserved before
 * and settled after each try, failures that may pass are retried with backoff within limits (contract, 4).
 */
export async function makeCall<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
): Promise<CallOutcome<P>> {
  const history = await findCallHistory<PromptOutputs[P]>(services.database, call);
  if (history.answered) return { outcome: 'answered', ...history.answered };
  const prompt = buildCall(call.purpose, call.input, newFence());
  for (let attempt = history.attempts + 1, tries = 1; ; attempt += 1, tries += 1) {
    const result = await tryOnce(services, call, prompt, attempt);
    if (!(result instanceof ModelCallError)) return result;
    if (!result.retryable || tries >= services.limits.maxAttempts) {
      return { outcome: 'failed', message: result.message };
    }
    await announceRetry(services, call, result, tries + 1, attempt);
  }
}

async function tryOnce<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  prompt: PromptCall,
  attempt: number,
): Promise<CallOutcome<P> | ModelCallError> {
  const { signal, done } = services.inFlight.begin(call);
  try {
    for (;;) {
      const result = await reserveAndCall(services, call, prompt, attempt, signal);
      if (result instanceof ModelCallError) return result;
      if (result.outcome === 'paused') await services.news.wait(call, result.lastEvent, lookAgainMs.paused, signal);
      else if (result.outcome === 'held') await services.signals.wait(call.runId, lookAgainMs.held, signal);
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
  prompt: PromptCall,
  attempt: number,
  signal: AbortSignal,
): Promise<CallOutcome<P> | ModelCallError | Blocked> {
  const release = await services.slots.take(signal);
  try {
    const callId = createId();
    const { executorId, database } = services;
    const worstCaseNanoUsd = worstCaseCostNanoUsd(call.model, prompt);
    const model = call.model.id;
    const reserved = await reserveCall(database, { ...call, callId, attempt, model, executorId, worstCaseNanoUsd });
    switch (reserved.outcome) {
      case 'reserved':
        return await traceCall(services.tracer, call, attempt, () =>
          callAndSettle(services, call, prompt, callId, signal),
        );
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
  prompt: PromptCall,
  callId: string,
  signal: AbortSignal,
): Promise<CallOutcome<P> | ModelCallError> {
  const { limits } = services;
  try {
    const { text, object, inputTokens, outputTokens, truncated } = await generate({
      model: services.languageModel(call.model),
      purpose: call.purpose,
      // Only the offline model reads it, and copying megabytes of sources would hold up everything else.
      input: call.model.provider === 'local' ? call.input : null,
      ...prompt,
      timeoutMs: limits.timeoutMs,
      abortSignal: signal,
    });
    const document = truncated ? markCut(text) : text;
    const answer = (prompt.schema === null ? document : object) as PromptOutputs[P];
    const costNanoUsd = callCostNanoUsd(call.model, { inputTokens, outputTokens });
    const ending = { status: 'settled' as const, costNanoUsd, inputTokens, outputTokens, answer };
    await settle(services, call, callId, ending);
    return { outcome: 'answered', answer, costNanoUsd };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    await settleFailure(services, call, callId, error);
    return error.kind === 'aborted' ? { outcome: 'stopped' } : error;
  }
}

async function settleFailure(
  services: CallDependencies,
  call: ModelCall<PromptPurpose>,
  callId: string,
  error: ModelCallError,
): Promise<void> {
  const { billing } = error;
  const message = storableText(error.message);
  if (billing === 'none') return settle(services, call, callId, { status: 'released', error: message });
  if (billing === 'unknown') return settle(services, call, callId, { status: 'unknown', error: message });
  const costNanoUsd = callCostNanoUsd(call.model, billing);
  return settle(services, call, callId, { status: 'settled', costNanoUsd, ...billing, error: message });
}

/** The provider has answered and will bill: a database that is away for a moment must not lose that. */
function settle(
  { database }: CallDependencies,
  { tenantId }: RunRef,
  callId: string,
  ending: CallEnding,
): Promise<void> {
  traceEnding(ending);
  return waitForDatabase(() => settleCall(database, tenantId, callId, ending));
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
  await emitEvent(services.database, call, `retry:${call.callKey}:${attempt}`, { type: 'log', message });
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
