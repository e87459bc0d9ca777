import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracerSettings } from './open-tracer.ts';
import { activeSpan, type Span, type Tracer } from './tracer.ts';

/** One sending; a collector that hangs holds nothing up but later spans. */
const sendLimitMs = 5_000;
const closeLimitMs = 2_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Sends spans as OTLP over HTTP, JSON, to `<endpoint>/v1/traces` in the background. Nothing is registered globally, so
 * that no library adds spans of its own.
 */
export function createOtlpTracer({ endpoint, service, warn }: TracerSettings & { endpoint: string }): Tracer {
  const quiet = () => undefined;
  const logger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendLimitMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: sendLimitMs })],
  });
  const tracer = provider.getTracer(service);
  return {
    start(name, { parent, kind = 'internal', attributes = {} }) {
      const context = toContext(parent) ?? toContext(activeSpan()?.traceparent) ?? ROOT_CONTEXT;
      return toSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
    async close() {
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        warn('The last traces could not be sent in time');
        limit.resolve();
      }, closeLimitMs);
      const sent = provider.shutdown().catch((error: unknown) => warn(`The last traces are lost: ${String(error)}`));
      await Promise.race([sent, limit.promise]);
      clearTimeout(timer);
    },
  };
}

function toContext(traceparent: string | undefined): Context | undefined {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : undefined;
}

function toSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void span.setAttributes(attributes),
    end(failure) {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
