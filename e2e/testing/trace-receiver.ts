import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}
interface OtlpBody {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** A received span. */
export interface ReceivedSpan {
  service: unknown;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Record<string, unknown>;
}

export interface TraceReceiver {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  /** All spans so far, in order of arrival. */
  spans: ReceivedSpan[];
  close(): Promise<void>;
}

/**
 * Starts a collector that accepts OTLP over HTTP as JSON at `/v1/traces` and refuses everything
 * else.
 */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const isJson = request.headers['content-type']?.startsWith('application/json');
    if (request.url !== '/v1/traces' || !isJson) return response.writeHead(400).end();
    const body = (await json(request)) as OtlpBody;
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = toRecord(resource.attributes)['service.name'];
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(
        (scope) => scope.spans,
      )) {
        spans.push({
          service,
          traceId,
          spanId,
          parentSpanId,
          name,
          attributes: toRecord(attributes),
        });
      }
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toRecord(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/**
 * Makes every process of a product fail when it loads the packages that send traces, which a bundle
 * has in a chunk of their own; the bare API is allowed.
 */
export const withoutTracing = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        if (/^@opentelemetry\\/(?!api$)|\\/otlp-tracing\\b/.test(specifier)) throw new Error('Tracing must not be loaded');
        return next(specifier, context);
      },
    });`)}`,
};
