import { createHash } from 'node:crypto';
import { createId } from '@ecp/database/create-id';
import type { PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { failSpan, inSpan } from '@ecp/tracing/tracing';
import { SpanKind, trace } from '@opentelemetry/api';
import type { RunRef } from '../kernel/events.ts';
import type { TextInProgress } from '../kernel/live-texts.ts';
import { retryDuringDatabaseOutage } from '../kernel/waiting.ts';
import { ModelCallError } from '../models/call-failures.ts';
import {
  type CatalogModel,
  worstCaseCostNanoUsd,
  worstCaseInputTokens,
} from '../models/catalog.ts';
import {
  type CallSettlement,
  dayLimitFor,
  exhaustedMessage,
  priceUsage,
  type ReserveOutcome,
  reserveCall,
  settleCall,
  settlementOfFailure,
} from './budget.ts';
import { correctionBytes } from './build-request.ts';
import type { EngineServices } from './engine-services.ts';
import { generate } from './generate.ts';
import {
  CallTakenOverError,
  confirmLease,
  type ModelCall,
  type TurnOutcome,
} from './model-call.ts';
import type { AttemptPlan, ReadyPrompt } from './prepare-prompt.ts';
import { cleanAnswerText } from './template-tokens.ts';
import { isToolTurn, type ToolTurn } from './tool-types.ts';

export interface Attempt {
  /** Counts all attempts of the call, of all models. */
  number: number;
  model: CatalogModel;
  prompt: ReadyPrompt;
  plan: AttemptPlan;
  /** Marker of the run, which must not stand in an answer. */
  fence: string;
  isRead: boolean;
}

type Blocked = Extract<ReserveOutcome, { outcome: 'paused' | 'held' }> | { outcome: 'throttled' };

export function outputLimitOf({ prompt, plan }: Pick<Attempt, 'prompt' | 'plan'>): number {
  return plan.raisedTokens ?? prompt.maxOutputTokens;
}

/**
 * Makes one attempt, after waits that Stop ends. Throws CallNotReadError if a call that was not
 * looked up has a record or is paused before its first attempt.
 */
export async function tryOnce<P extends PromptPurpose>(
  services: EngineServices,
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
      else if (result.outcome === 'held')
        await services.signals.wait(call.runId, lookAgainMs.held, signal);
      else if (result.outcome === 'throttled')
        await services.throttle.wait(attempt.model, call.tenantId, signal);
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

/** Holds a slot only during the call, so that a paused run does not block others. */
async function reserveAndCall<P extends PromptPurpose>(
  services: EngineServices,
  call: ModelCall<P>,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<TurnOutcome<P> | ModelCallError | Blocked> {
  const release = await services.slots.acquire(call.tenantId, { signal });
  try {
    const callId = createId();
    const { model, prompt, plan } = attempt;
    const promptBytes =
      prompt.promptBytes + correctionBytes({ correction: plan.correction, schema: prompt.schema });
    const maxOutputTokens = outputLimitOf(attempt);
    if (
      !(await services.throttle.begin(
        model,
        callId,
        worstCaseInputTokens(promptBytes) + maxOutputTokens,
      ))
    ) {
      return { outcome: 'throttled' };
    }
    const { executorId, database } = services;
    const worstCaseNanoUsd = worstCaseCostNanoUsd(model, { promptBytes, maxOutputTokens });
    const promptSha256 = hashPrompt(prompt, plan);
    const reserved = await reserveCall(database, {
      ...call,
      callId,
      attempt: attempt.number,
      model: model.id,
      executorId,
      worstCaseNanoUsd,
      promptSha256,
      dayLimitNanoUsd: dayLimitFor(services, model),
    });
    if (reserved.outcome !== 'reserved') await services.throttle.cancel(model, callId);
    // A paused run holds no prompt: the look-up waits, and the material is read after it. Later
    // attempts wait here, because their plan depends on the failed ones.
    if (reserved.outcome === 'paused' && !attempt.isRead && attempt.number === 1)
      throw new CallNotReadError();
    switch (reserved.outcome) {
      case 'recorded':
        throw new CallNotReadError();
      case 'reserved':
        return await traceCall(call, attempt, () =>
          callAndSettle(services, call, attempt, callId, signal),
        );
      case 'stopped':
        return { outcome: 'stopped' };
      case 'exhausted':
        return {
          outcome: 'exhausted',
          reason: reserved.reason,
          message: exhaustedMessage(reserved),
        };
      default:
        return reserved;
    }
  } finally {
    release();
  }
}

async function callAndSettle<P extends PromptPurpose>(
  services: EngineServices,
  call: ModelCall<P>,
  attempt: Attempt,
  callId: string,
  abortSignal: AbortSignal,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { model, prompt, plan, fence } = attempt;
  await confirmLease(services);
  const redact = (text: string) => services.redact(text).replaceAll(fence, '');
  try {
    const languageModel = await services.languageModel(model);
    const writing = followWriting(services, call, attempt, redact);
    const { text, object, toolTurn, usage, truncated } = await generate({
      ...prompt,
      timeoutMs: services.limits.timeoutMs,
      idleTimeoutMs: services.limits.idleTimeoutMs,
      abortSignal,
      cacheKey: call.runId,
      form: plan.form,
      effort: plan.effort,
      correction: plan.correction,
      model: languageModel,
      purpose: call.purpose,
      input: prompt.offlineInput,
      maxOutputTokens: outputLimitOf(attempt),
      redact,
      ...(writing && { onText: writing.write }),
    }).finally(() => writing?.end());
    const answer: PromptOutputs[P] | ToolTurn = toolTurn ?? ((object ?? text) as PromptOutputs[P]);
    const paid = priceUsage(model, usage);
    const kept = await settle(services, call, callId, {
      status: 'settled',
      ...paid,
      answer,
      cut: truncated,
    });
    await services.throttle.correct(model, callId, usage.inputTokens + usage.outputTokens);
    return kept ? toOutcome(answer, truncated, paid.costNanoUsd) : { outcome: 'stopped' };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    const kept = await settle(services, call, callId, settlementOfFailure(model, error));
    if (error.retryAfterMs !== null) await services.throttle.block(model, error.retryAfterMs);
    return kept && error.kind !== 'aborted' ? error : { outcome: 'stopped' };
  }
}

/** Passes the text of a writing call to the viewers of its run. Returns null for other calls. */
function followWriting(
  { live }: EngineServices,
  { tenantId, runId, taskId, callKey, purpose }: ModelCall<PromptPurpose>,
  { number }: Attempt,
  redact: Redact,
): TextInProgress | null {
  const isWriting = purpose === 'draft' || purpose === 'revise';
  if (!isWriting || taskId === null) return null;
  const writing = { tenantId, runId, taskId, purpose, call: `${callKey}#${number}` };
  return live.begin(writing, (text) => redact(cleanAnswerText(text)));
}

/**
 * Settles a call even after a database outage. Returns false if the run was erased. Throws
 * CallTakenOverError if another process settled it.
 */
async function settle(
  { database }: EngineServices,
  { tenantId }: RunRef,
  callId: string,
  ending: CallSettlement,
): Promise<boolean> {
  traceSettlement(ending);
  const status = await retryDuringDatabaseOutage(() =>
    settleCall(database, tenantId, callId, ending),
  );
  if (status !== null && status !== ending.status) throw new CallTakenOverError();
  return status !== null;
}

/** Makes one attempt in a span, which never holds a prompt, an answer or a provider's message. */
async function traceCall<P extends PromptPurpose>(
  call: ModelCall<P>,
  { model, number }: { model: CatalogModel; number: number },
  work: () => Promise<TurnOutcome<P> | ModelCallError>,
): Promise<TurnOutcome<P> | ModelCallError> {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.id,
    'call.purpose': call.purpose,
    'call.attempt': number,
    'agent.slug': call.agentSlug,
    'run.id': call.runId,
  };
  return inSpan(
    `model call ${call.purpose}`,
    { kind: SpanKind.CLIENT, attributes },
    async (span) => {
      const result = await work();
      const failed = result instanceof ModelCallError;
      span.setAttribute('call.outcome', failed ? result.kind : result.outcome);
      if (failed) failSpan(span, result.kind);
      return result;
    },
  );
}

function traceSettlement(ending: CallSettlement): void {
  if (ending.status !== 'settled') return;
  trace.getActiveSpan()?.setAttributes({
    'gen_ai.usage.input_tokens': ending.inputTokens,
    'gen_ai.usage.output_tokens': ending.outputTokens,
    'call.cost_nano_usd': ending.costNanoUsd,
  });
}

/**
 * Returns the SHA-256, in hexadecimal, of everything that an attempt asks, with the hashes of its
 * images.
 */
function hashPrompt(
  { system, parts, schema, offer }: ReadyPrompt,
  { correction }: AttemptPlan,
): string {
  const shown = parts.map(({ text, image }) => ({ text, image: image?.sha256 ?? null }));
  const asked = { system, parts: shown, schema, turns: offer?.turns ?? [], correction };
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

export function toOutcome<P extends PromptPurpose>(
  answer: PromptOutputs[P] | ToolTurn,
  cut: boolean,
  costNanoUsd: number,
): TurnOutcome<P> {
  return isToolTurn(answer)
    ? { outcome: 'asked', turn: answer, costNanoUsd }
    : { outcome: 'answered', answer, cut, costNanoUsd };
}

/**
 * Limits the waits, in ms. `held` is short because settlements in other runs send no notification
 * to this run.
 */
export const lookAgainMs = { paused: 60_000, held: 250 };

/**
 * Thrown and caught internally: the call's record or its run's state must be read before the call
 * is made.
 */
export class CallNotReadError extends Error {
  override readonly name = 'CallNotReadError';

  constructor() {
    super('The call must be looked up first');
  }
}
