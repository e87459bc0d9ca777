import { ModelCallError } from '../models/call-failures.ts';
import { type CatalogModel, callCostNanoUsd, worstCaseCostNanoUsd } from '../models/catalog.ts';
import { sanitizeText } from './answers.ts';
import type { EngineServices } from './engine-services.ts';
import { generate } from './generate.ts';

const question = 'Answer with the one word: ready';
/** Few enough to cost next to nothing. A model that thinks may use them up, and has answered then, too. */
const maxOutputTokens = 64;
const limitMs = 20_000;

export interface ModelTestResult {
  ms: number;
  costNanoUsd: number;
  /** Why the model did not answer, without secrets; null if it did. */
  refusal: string | null;
}

/** Makes one tiny call to a model, without retries, in a place of the tenant. No engagement pays for it. */
export async function testModel(
  services: Pick<EngineServices, 'slots' | 'languageModel' | 'forms' | 'redact' | 'log'>,
  tenantId: string,
  model: CatalogModel,
): Promise<ModelTestResult> {
  if (model.provider === 'local') return { ms: 0, costNanoUsd: 0, refusal: null };
  const limit = AbortSignal.timeout(limitMs);
  const startedMs = performance.now();
  const release = await services.slots.acquire(tenantId, { signal: limit }).catch(() => null);
  if (release === null) return { ms: limitMs, costNanoUsd: 0, refusal: 'The engine is busy; try again in a minute' };
  try {
    const ended = await call(services, model, limit);
    const result = { ms: Math.round(performance.now() - startedMs), ...ended };
    services.log.info({ tenantId, model: model.id, ...result }, 'Model tested');
    return result;
  } finally {
    release();
  }
}

async function call(
  { languageModel, forms, redact }: Pick<EngineServices, 'languageModel' | 'forms' | 'redact'>,
  model: CatalogModel,
  abortSignal: AbortSignal,
): Promise<Omit<ModelTestResult, 'ms'>> {
  try {
    const { usage } = await generate({
      model: languageModel(model),
      ...{ purpose: 'test', input: null, system: question, parts: [{ text: question, cache: false }] },
      ...{ schema: null, effort: null, correction: null, maxOutputTokens, cacheKey: 'test' },
      form: forms.of(model, { structured: false, tools: false, effort: false }),
      ...{ timeoutMs: limitMs, idleTimeoutMs: limitMs, abortSignal, redact },
    });
    return { costNanoUsd: callCostNanoUsd(model, usage), refusal: null };
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    const { billing, kind, message } = error;
    const paid = typeof billing === 'object' ? callCostNanoUsd(model, billing) : 0;
    const promptBytes = 2 * Buffer.byteLength(question);
    const costNanoUsd = billing === 'unknown' ? worstCaseCostNanoUsd(model, { promptBytes, maxOutputTokens }) : paid;
    return { costNanoUsd, refusal: kind === 'capped' ? null : sanitizeText(message) };
  }
}
