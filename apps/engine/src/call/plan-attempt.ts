import type { CatalogModel } from '../models/catalog.ts';
import type { ModelCallError } from '../models/model-call-error.ts';
import type { RequestForm } from './generate/request-form.ts';

/** How much a reasoning model shall reason. Null leaves it to the provider. */
export type Effort = 'low' | 'medium' | 'high' | null;

/** The way in which the next attempt of a call with one model is made, and what was tried before. */
export interface AttemptPlan {
  form: RequestForm;
  /** Part of the material that is shown, 0 to 1. */
  scale: number;
  /** How often the material was shortened. */
  shortened: number;
  /** Output tokens above the usual limit of the purpose, or null for that limit. */
  raisedTokens: number | null;
  effort: Effort;
  /** True after the call was repeated with a higher limit or less effort. */
  isUncapped: boolean;
  correction: ModelCallError['correction'];
  /** Number of the current try. Repeats for form, shape, limit and overflow belong to one try (contract 7). */
  tries: number;
}

/** Facts that decide how a call goes on after a failed attempt. */
export interface AttemptFacts {
  model: CatalogModel;
  /** The output limit of the failed attempt, in tokens. */
  maxOutputTokens: number;
  /** Most tries of the model. */
  maxTries: number;
  /** The next form that the server may accept, if the failure was a refusal. Null for none. */
  nextForm: RequestForm | null;
}

export type NextAttempt =
  /** The call is repeated at once, in another way. */
  | { action: 'repeat'; why: 'form' | 'shape' | 'limit' | 'overflow'; plan: AttemptPlan }
  /** The same call is made again after a wait. */
  | { action: 'retry'; plan: AttemptPlan }
  | { action: 'leave' };

/** A call shortens its material so many times at most, and this part of it remains each time. */
const maxShortened = 3;
const keptPart = 2 / 3;
/**
 * The lowest output limit of a repeated call, and also the highest one if the catalogue states no limit of the model.
 */
const raisedLimit = 16_000;

/** Decides how a call goes on with a model after a failed attempt (contract 7). Pure. */
export function planNextAttempt(plan: AttemptPlan, error: ModelCallError, facts: AttemptFacts): NextAttempt {
  switch (error.kind) {
    case 'refused_form':
      return facts.nextForm ? { action: 'repeat', why: 'form', plan: { ...plan, form: facts.nextForm } } : leave;
    case 'context_overflow':
      return shorten(plan);
    case 'capped':
      return raiseLimit(plan, facts);
    case 'wrong_shape':
      if (plan.correction !== null) return leave;
      return { action: 'repeat', why: 'shape', plan: { ...plan, correction: error.correction } };
    default:
      if (!error.retryable || plan.tries >= facts.maxTries) return leave;
      return { action: 'retry', plan: { ...plan, tries: plan.tries + 1 } };
  }
}

const leave: NextAttempt = { action: 'leave' };

function shorten(plan: AttemptPlan): NextAttempt {
  if (plan.shortened >= maxShortened) return leave;
  const { scale, shortened } = plan;
  return { action: 'repeat', why: 'overflow', plan: { ...plan, scale: scale * keptPart, shortened: shortened + 1 } };
}

function raiseLimit(plan: AttemptPlan, { model, maxOutputTokens }: AttemptFacts): NextAttempt {
  if (plan.isUncapped) return leave;
  const limit = model.maxOutputTokens ?? raisedLimit;
  const raised = Math.min(limit, Math.max(maxOutputTokens * 2, raisedLimit));
  const mayReasonLess = model.reasoningEffort !== undefined && plan.effort !== 'low';
  if (raised <= maxOutputTokens && !mayReasonLess) return leave;
  const effort = mayReasonLess ? 'low' : plan.effort;
  return { action: 'repeat', why: 'limit', plan: { ...plan, raisedTokens: raised, effort, isUncapped: true } };
}
