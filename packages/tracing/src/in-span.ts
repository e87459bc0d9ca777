import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { continueTrace } from './traceparent.ts';

/** What a span starts with; attributes hold no text of a user or a model and no id of a tenant (docs/operations.md). */
export interface SpanStart {
  /** A `traceparent` to continue; without it, or when it is malformed, the active span is the parent. */
  parent?: string | undefined;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Does `work` in a span of its own, which becomes the active one. The span fails by the error's name when it throws. */
export async function inSpan<Result>(
  name: string,
  { parent, kind = SpanKind.INTERNAL, attributes = {} }: SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const from = continueTrace(context.active(), parent);
  return trace.getTracer('ecp').startActiveSpan(name, { kind, attributes }, from, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed; `errorType` names what went wrong by a short fixed word. */
export function failSpan(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
