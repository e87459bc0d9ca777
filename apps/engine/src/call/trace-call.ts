import { activeSpan, enterSpan, type Tracer } from '@ecp/tracing/tracer';
import type { PromptPurpose } from '../agents/prompts/prompt-types.ts';
import type { CallEnding } from './budget/settle-call.ts';
import { ModelCallError } from '../models/model-call-error.ts';
import type { ModelCall, TurnOutcome } from './make-call.ts';

/**
 * Does one try of a call in a span of its own: model, purpose, attempt and outcome, never a prompt, an answer or a
 * provider's message.
 */
export async function traceCall<P extends PromptPurpose>(
  tracer: Tracer | null,
  call: ModelCall<P>,
  attempt: number,
  work: () => Promise<TurnOutcome<P> | ModelCallError>,
): Promise<TurnOutcome<P> | ModelCallError> {
  if (!tracer) return work();
  const span = tracer.start(`model call ${call.purpose}`, {
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': call.model.provider,
      'gen_ai.request.model': call.model.id,
      'call.purpose': call.purpose,
      'call.attempt': attempt,
      'agent.slug': call.agentSlug,
      'run.id': call.runId,
    },
  });
  try {
    const result = await enterSpan(span, work);
    const failed = result instanceof ModelCallError;
    span.set({ 'call.outcome': failed ? result.kind : result.outcome });
    span.end(failed ? result.kind : undefined);
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'Error');
    throw error;
  }
}

/** Adds tokens and money of a settled call to its span. */
export function traceEnding(ending: CallEnding): void {
  if (ending.status !== 'settled') return;
  activeSpan()?.set({
    'gen_ai.usage.input_tokens': ending.inputTokens,
    'gen_ai.usage.output_tokens': ending.outputTokens,
    'call.cost_nano_usd': ending.costNanoUsd,
  });
}
