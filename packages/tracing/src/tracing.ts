import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export interface TracingSettings {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`. If undefined, nothing is traced. */
  endpoint: string | undefined;
  service: 'platform' | 'engine';
  /** Called when spans could not be sent. Only those spans are lost. */
  warn(message: string): void;
}

/** The exporter of a process's spans. */
export interface Tracing {
  /** Sends the remaining spans within a time limit. */
  close(): Promise<void>;
}

/**
 * The start of a span. Attributes contain no text of a user or a model and no id of a tenant
 * (docs/operations.md).
 */
interface SpanStart {
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

/**
 * Returns the W3C Trace Context header with which another process continues the active trace, or
 * undefined.
 */
export function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Returns the context that continues `traceparent`, or `from` itself if that is missing or
 * malformed.
 */
function continueTrace(from: Context, traceparent: string | undefined): Context {
  return traceparent === undefined ? from : propagation.extract(from, { traceparent });
}
