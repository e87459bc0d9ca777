import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { enterSpan, type Span, type Tracer } from './tracer.ts';

export interface TraceRequestsOptions {
  tracer: Tracer | null;
  /** `caller`: only what a caller traces already, so that polling and probes make no traces. */
  trace: 'all' | 'caller';
}

/**
 * A span for each request, named by method and route template, continuing the caller's trace (W3C Trace Context). Ids,
 * queries and headers stay out, but for the request's own id, which is in the log too. Register it first.
 */
export const traceRequests = plugin(async (app: FastifyInstance, { tracer, trace }: TraceRequestsOptions) => {
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = request.headers['traceparent'];
    if (trace === 'caller' && parent === undefined) return done();
    const span = startSpan(tracer, request, typeof parent === 'string' ? parent : undefined);
    spans.set(request, span);
    return enterSpan(span, done);
  });
  // Reading a body ends what the first hook entered.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    return span ? enterSpan(span, done) : done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined);
    done();
  });
});

function startSpan(tracer: Tracer, request: FastifyRequest, parent: string | undefined): Span {
  // Paths that are no route are anybody's to invent: one name for them all.
  const route = request.routeOptions.url ?? 'none';
  const attributes = { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id };
  return tracer.start(`${request.method} ${route}`, { parent, kind: 'server', attributes });
}
