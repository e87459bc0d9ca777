import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { continueTrace } from './traceparent.ts';

/** The start of a span. Attributes contain no text of a user or a model and no id of a tenant (docs/operations.md). */
export interface SpanStart {
  /** A `traceparent` to continue. If it is missing or malformed, the active span is the parent. */
  parent?: string | undefined;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Does `work` in a new active span. If `work` throws, the span fails with the error's name. */
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

/** Marks a span as failed. `errorType` is a short fixed word for the failure. */
export function failSpan(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
