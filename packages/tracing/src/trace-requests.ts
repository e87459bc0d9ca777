import { context, propagation, type Span, SpanKind, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { failSpan } from './tracing.ts';

interface TraceRequestsOptions {
  /**
   * `caller` limits traces to requests that their caller already traces, so that polling and probes
   * make none.
   */
  trace: 'all' | 'caller';
}

/**
 * Starts a span for each request, which continues the caller's trace (W3C Trace Context). Its name
 * is method and route template. It contains no ids, queries or headers, except the request's id, as
 * in the log. Register it first.
 */
export const traceRequests = plugin(
  async (app: FastifyInstance, { trace: traced }: TraceRequestsOptions) => {
    const spans = new WeakMap<FastifyRequest, Span>();
    app.addHook('onRequest', (request, _reply, done) => {
      if (traced === 'caller' && request.headers['traceparent'] === undefined) return done();
      const span = startSpan(request);
      spans.set(request, span);
      return enterSpan(span, done);
    });
    // Reading the body leaves the context that the first hook entered.
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
  },
);

function startSpan(request: FastifyRequest): Span {
  // Anybody can invent paths without a route, so they share one name.
  const route = request.routeOptions.url ?? 'none';
  const attributes = {
    'http.request.method': request.method,
    'http.route': route,
    'request.id': request.id,
  };
  const from = propagation.extract(context.active(), request.headers);
  return trace
    .getTracer('ecp')
    .startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, from);
}

function enterSpan(span: Span, work: () => void): void {
  context.with(trace.setSpan(context.active(), span), work);
}
