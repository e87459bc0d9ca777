import { context, propagation, type Span, SpanKind, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { failSpan } from './in-span.ts';

export interface TraceRequestsOptions {
  /** `caller`: only requests that their caller traces already, so that polling and probes make no traces. */
  trace: 'all' | 'caller';
}

/**
 * Starts a span for each request, named by method and route template, that continues the caller's trace (W3C Trace
 * Context). Ids, queries and headers stay out, except the request's own id, which is in the log too. Register it first.
 */
export const traceRequests = plugin(async (app: FastifyInstance, { trace: traced }: TraceRequestsOptions) => {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (traced === 'caller' && request.headers['traceparent'] === undefined) return done();
    const span = startSpan(request);
    spans.set(request, span);
    return enterSpan(span, done);
  });
  // The reading of a body leaves the context that the first hook entered.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    return span ? enterSpan(span, done) : done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (span && reply.statusCode >= 500) failSpan(span, String(reply.statusCode));
    span?.end();
    done();
  });
});

function startSpan(request: FastifyRequest): Span {
  // Anybody can invent paths that are no route: they share one name.
  const route = request.routeOptions.url ?? 'none';
  const attributes = { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id };
  const from = propagation.extract(context.active(), request.headers);
  return trace.getTracer('ecp').startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, from);
}

function enterSpan(span: Span, work: () => void): void {
  context.with(trace.setSpan(context.active(), span), work);
}
