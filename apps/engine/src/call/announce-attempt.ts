import type { LogCode, LogLevel } from '@ecp/contract/values/run-facts';
import type { PromptPurpose } from '@ecp/model-calls/prompt-types';
import { emitEvent } from '../kernel/events/emit-event.ts';
import { waitOrAbort } from '../kernel/signals/wait-or-abort.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { ModelCallError } from '../models/model-call-error.ts';
import { backoffBefore } from './call-limits.ts';
import type { NextAttempt } from './plan-attempt.ts';
import { type Attempt, outputLimitOf } from './try-once.ts';
import type { CallDependencies, ModelCall } from './types/model-call.ts';

type Call = ModelCall<PromptPurpose>;

/** Most names in a line of the log. */
const maxNames = 5;

/** Logs that a failed call is made again, and waits. Stop ends the wait. */
export async function waitForRetry(
  services: CallDependencies,
  call: Call,
  error: ModelCallError,
  { number, plan: { tries }, maxTries }: Attempt & { maxTries: number },
): Promise<void> {
  const waitMs = backoffBefore(tries, services.limits, error.retryAfterMs, Math.random());
  const message = `${error.message}. Trying again in ${(waitMs / 1000).toFixed(1)} s (try ${tries} of ${maxTries}).`;
  await log(services, call, { key: `retry:${number}`, level: 'warning', code: 'call_retried', message });
  const { signal, done } = services.inFlight.begin(call);
  await waitOrAbort(waitMs, signal).finally(done);
}

/** Logs that a call goes on with another model. */
export async function announceLeft(
  services: CallDependencies,
  call: Call,
  error: ModelCallError,
  { next, attempt }: { next: CatalogModel; attempt: number },
): Promise<void> {
  const message = `${error.message}. Going on with ${next.id}.`;
  await log(services, call, { key: `left:${attempt}`, level: 'warning', code: 'model_left', message });
}

/**
 * Logs a repeat that changes what the reader gets: shortened material, or another limit. Other repeats change nothing.
 */
export async function announceRepeat(
  services: CallDependencies,
  call: Call,
  why: Extract<NextAttempt, { action: 'repeat' }>['why'],
  attempt: Attempt,
): Promise<void> {
  const { model, number, plan, prompt } = attempt;
  if (why === 'overflow') {
    const names = prompt.leftOut.map(({ name, shownBytes, fullBytes }) => {
      return `${name} (${Math.round((shownBytes / Math.max(1, fullBytes)) * 100)} % shown)`;
    });
    const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
    const listed = names.length > 0 ? `: ${names.slice(0, maxNames).join(', ')}${rest}` : '';
    const message = `The material is too long for ${model.id}; shortened by a third${listed}`;
    await log(services, call, { key: `shortened:${number}`, level: 'warning', code: 'material_shortened', message });
  }
  if (why === 'limit') {
    const effort = plan.effort === null ? '' : ` and ${plan.effort} effort`;
    const message = `${model.id} used up its output limit without an answer; asked again with ${outputLimitOf(attempt)} tokens${effort}`;
    await log(services, call, { key: `limit:${number}`, level: 'info', code: 'output_limit_raised', message });
  }
}

async function log(
  { database, signals }: CallDependencies,
  call: Call,
  { key, ...facts }: { key: string; level: LogLevel; code: LogCode; message: string },
): Promise<void> {
  const { agentSlug: agent, taskId } = call;
  await emitEvent(database, call, `log:${call.callKey}:${key}`, { type: 'log', agent, taskId, ...facts });
  signals.notify(call.runId);
}
