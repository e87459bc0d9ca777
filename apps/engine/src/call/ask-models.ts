import type { PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { CatalogModel } from '../models/catalog.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import { announceLeft, announceRepeat, waitForRetry } from './announce-attempt.ts';
import type { RequestNeeds } from './generate/request-form.ts';
import type { OpenCall } from './look-up-call.ts';
import { type AttemptPlan, planNextAttempt } from './plan-attempt.ts';
import { effortOf, preparePrompt, type ReadyPrompt } from './prepare-prompt.ts';
import { type Attempt, outputLimitOf, tryOnce } from './try-once.ts';
import type { CallDependencies, ModelCall, TurnOutcome } from './types/model-call.ts';

/**
 * Asks the models of a call one after another until one answers: each in every way in which it may (contract 7), and
 * the next one after two tries. Models that rest come last. Returns the failure of the last one, or that money is
 * short.
 */
export async function askModels<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  { attempts, fence, isRead }: OpenCall,
): Promise<TurnOutcome<P>> {
  const counter = { attempts };
  const models = services.health.order(call.models);
  let ending: TurnOutcome<P> = { outcome: 'failed', message: 'No model is configured' };
  for (const [index, model] of models.entries()) {
    const next = models[index + 1];
    const result = await askModel(services, call, model, { fence, isRead, counter, isLast: next === undefined });
    if (result instanceof ModelCallError) {
      ending = { outcome: 'failed', message: result.message };
      await call.onLeft?.(model);
      if (next) await announceLeft(services, call, result, { next, attempt: counter.attempts });
    } else if (result.outcome === 'exhausted' && index > 0) ending = result;
    else return result;
  }
  return ending;
}

interface Asking {
  fence: string;
  isRead: boolean;
  /** Counts the attempts of all models. */
  counter: { attempts: number };
  isLast: boolean;
}

/** Asks one model until it answers, must be left, or the run is stopped. */
async function askModel<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  model: CatalogModel,
  { fence, isRead, counter, isLast }: Asking,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { limits, forms, health } = services;
  let plan = firstPlan(call, model);
  let prompt = await preparePrompt(services, call, model, plan, fence);
  const needs = needsOf(prompt, plan);
  plan = { ...plan, form: forms.of(model, needs) };
  for (;;) {
    counter.attempts += 1;
    const attempt: Attempt = { number: counter.attempts, model, prompt, plan, fence, isRead };
    const result = await tryOnce(services, call, attempt);
    if (!(result instanceof ModelCallError)) {
      if (result.outcome === 'answered' || result.outcome === 'asked') await health.succeeded(model);
      return result;
    }
    if (result.correction?.isJson === false) forms.ignored(model, plan.form);
    const nextForm = result.kind === 'refused_form' ? forms.refused(model, needs, plan.form, result) : null;
    const maxTries = isLast ? limits.maxTries : limits.triesWithFallback;
    const facts = { model, maxTries, nextForm, maxOutputTokens: outputLimitOf(attempt) };
    const step = planNextAttempt(plan, result, facts);
    if (step.action !== 'repeat') await health.failed(model, result.kind);
    if (step.action === 'leave') return result;
    if (step.action === 'retry') await waitForRetry(services, call, result, { ...attempt, plan: step.plan, maxTries });
    if (step.plan.scale !== plan.scale) prompt = await preparePrompt(services, call, model, step.plan, fence);
    plan = step.plan;
    if (step.action === 'repeat') await announceRepeat(services, call, step.why, { ...attempt, prompt, plan });
  }
}

function firstPlan(call: ModelCall<PromptPurpose>, model: CatalogModel): AttemptPlan {
  return {
    form: { format: 'schema', tools: true, effort: true },
    ...{ scale: 1, shortened: 0, raisedTokens: null, isUncapped: false, correction: null, tries: 1 },
    effort: effortOf(model, call.purpose, call.difficulty),
  };
}

function needsOf({ schema, offer }: ReadyPrompt, { effort }: AttemptPlan): RequestNeeds {
  return { structured: schema !== null, tools: offer !== null, effort: effort !== null };
}
