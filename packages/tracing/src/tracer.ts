import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span tells; never a text of a user or a model, and no id of a tenant (docs/operations.md). */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  /** How the other side continues the trace: the header of W3C Trace Context. */
  traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Ends the span; `failure` names what went wrong by a short fixed word. */
  end(failure?: string): void;
}

export interface SpanStart {
  /** A `traceparent` to continue; without it, or when it is malformed, the span in whose course this is called. */
  parent?: string | undefined;
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
}

export interface Tracer {
  start(name: string, options: SpanStart): Span;
  /** Sends what is left, for a limited time. */
  close(): Promise<void>;
}

const scope = new AsyncLocalStorage<Span>();

/** The span in whose course this is called, however deep; undefined outside of any. */
export function activeSpan(): Span | undefined {
  return scope.getStore();
}

/** Calls `work` in the course of `span`. */
export function enterSpan<Result>(span: Span, work: () => Result): Result {
  return scope.run(span, work);
}

/** Does `work` in a span of its own, which fails by the error's name when it throws; without a tracer just does it. */
export async function inSpan<Result>(
  tracer: Tracer | null,
  name: string,
  options: SpanStart,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const span = tracer.start(name, options);
  try {
    const result = await enterSpan(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'Error');
    throw error;
  }
}
