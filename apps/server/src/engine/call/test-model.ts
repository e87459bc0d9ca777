import type { TenantModelKey } from '@ecp/contract/engine/model-access';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { EngineRequestError } from '../kernel/runs.ts';
import { ModelCallError, type ModelCallErrorKind } from '../models/call-failures.ts';
import {
  type CatalogModel,
  callCostNanoUsd,
  ModelConfigurationError,
  worstCaseCostNanoUsd,
} from '../models/catalog.ts';
import { sanitizeText } from './answers.ts';
import type { EngineServices } from './engine-services.ts';
import { generate } from './generate.ts';

const question = 'Answer with the one word: ready';
/**
 * Few enough to cost next to nothing. A model that thinks may use them up, and has answered then,
 * too.
 */
const maxOutputTokens = 64;
const limitMs = 20_000;

interface ModelTestResult {
  ms: number;
  costNanoUsd: number;
  /**
   * The reason for which the model did not answer, without secrets. It is null if the model did.
   */
  refusal: string | null;
  /** The kind of the refusal; absent for an answer. */
  kind?: ModelCallErrorKind;
}

/**
 * Makes one tiny call to a model, without retries, in a place of the tenant. No engagement pays for
 * it.
 */
export async function testModel(
  services: Pick<EngineServices, 'slots' | 'languageModel' | 'forms' | 'redact' | 'log'>,
  tenantId: string,
  model: CatalogModel,
): Promise<ModelTestResult> {
  if (model.provider === 'local') return { ms: 0, costNanoUsd: 0, refusal: null };
  const limit = AbortSignal.timeout(limitMs);
  const startedMs = performance.now();
  const release = await services.slots.acquire(tenantId, { signal: limit }).catch(() => null);
  if (release === null)
    return { ms: limitMs, costNanoUsd: 0, refusal: 'The engine is busy; try again in a minute' };
  try {
    const ended = await call(services, model, limit);
    const result = { ms: Math.round(performance.now() - startedMs), ...ended };
    services.log.info({ tenantId, model: model.id, ...result }, 'Model tested');
    return result;
  } finally {
    release();
  }
}

/**
 * Makes one tiny call with a key that is not stored, to the cheapest model that it serves. Throws
 * EngineRequestError `unknown_model` if it serves none of the catalogue.
 */
export async function testKey(
  services: EngineServices,
  tenantId: string,
  key: TenantModelKey,
): Promise<ModelTestResult> {
  const opened = await services.ownModels.openCandidate(key).catch((error: unknown) => {
    if (error instanceof ModelConfigurationError)
      throw new EngineRequestError(400, 'unknown_model', error.message);
    throw error;
  });
  try {
    const [model] = opened.models.toSorted(
      (one, other) => one.outputPerMillion - other.outputPerMillion,
    );
    if (!model) throw new Error(`The key of ${key.provider} serves no model`);
    const { languageModel } = opened;
    const secrets = createRedactor([key.apiKey]);
    const redact = (text: string) => services.redact(secrets(text));
    return await testModel({ ...services, languageModel, redact }, tenantId, model);
  } finally {
    opened.close();
  }
}

async function call(
  { languageModel, forms, redact }: Pick<EngineServices, 'languageModel' | 'forms' | 'redact'>,
  model: CatalogModel,
  abortSignal: AbortSignal,
): Promise<Omit<ModelTestResult, 'ms'>> {
  try {
    const { usage } = await generate({
      model: await languageModel(model),
      purpose: 'test',
      input: null,
      system: question,
      parts: [{ text: question, cache: false }],
      schema: null,
      effort: null,
      correction: null,
      maxOutputTokens,
      cacheKey: 'test',
      form: forms.of(model, { structured: false, tools: false, effort: false }),
      timeoutMs: limitMs,
      idleTimeoutMs: limitMs,
      abortSignal,
      redact,
    });
    return { costNanoUsd: callCostNanoUsd(model, usage), refusal: null };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    const { billing, kind, message } = error;
    const paid = typeof billing === 'object' ? callCostNanoUsd(model, billing) : 0;
    const promptBytes = 2 * Buffer.byteLength(question);
    const costNanoUsd =
      billing === 'unknown' ? worstCaseCostNanoUsd(model, { promptBytes, maxOutputTokens }) : paid;
    return kind === 'capped'
      ? { costNanoUsd, refusal: null }
      : { costNanoUsd, refusal: sanitizeText(message), kind };
  }
}
