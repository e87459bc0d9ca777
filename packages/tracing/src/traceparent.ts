import { type Context, context, propagation } from '@opentelemetry/api';

/** How another process continues the active trace: the header of W3C Trace Context. Undefined when nothing is traced. */
export function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The context that continues `traceparent`; `from` itself without one, or when it is malformed. */
export function continueTrace(from: Context, traceparent: string | undefined): Context {
  return traceparent === undefined ? from : propagation.extract(from, { traceparent });
}
