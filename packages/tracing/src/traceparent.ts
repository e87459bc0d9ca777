import { type Context, context, propagation } from '@opentelemetry/api';

/** Returns the W3C Trace Context header with which another process continues the active trace, or undefined. */
export function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Returns the context that continues `traceparent`, or `from` itself if that is missing or malformed. */
export function continueTrace(from: Context, traceparent: string | undefined): Context {
  return traceparent === undefined ? from : propagation.extract(from, { traceparent });
}
