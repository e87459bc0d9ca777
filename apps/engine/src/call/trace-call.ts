import type { PromptPurpose } from '@ecp/model-calls/prompt-types';
import { failSpan, inSpan } from '@ecp/tracing/tracing';
import { SpanKind, trace } from '@opentelemetry/api';
import type { CatalogModel } from '../models/catalog.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import type { CallSettlement } from './budget/settle-call.ts';
import type { ModelCall, TurnOutcome } from './types/model-call.ts';

/**
 * Makes one attempt of a call in its own span. The span has the model, purpose, attempt and outcome, but never a
 * prompt, an answer or a provider's message.
 */
export async function traceCall<P extends PromptPurpose>(
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
  return inSpan(`model call ${call.purpose}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const result = await work();
    const failed = result instanceof ModelCallError;
    span.setAttribute('call.outcome', failed ? result.kind : result.outcome);
    if (failed) failSpan(span, result.kind);
    return result;
  });
}

/** Adds the tokens and the cost of a settled call to its span. */
export function traceSettlement(ending: CallSettlement): void {
  if (ending.status !== 'settled') return;
  trace.getActiveSpan()?.setAttributes({
    'gen_ai.usage.input_tokens': ending.inputTokens,
    'gen_ai.usage.output_tokens': ending.outputTokens,
    'call.cost_nano_usd': ending.costNanoUsd,
  });
}
