import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Tracing, TracingSettings } from './tracing.ts';

/** Time limit of one request. A hanging collector delays later spans only. */
const sendLimitMs = 5_000;
const closeLimitMs = 2_000;

/**
 * Sends spans as OTLP over HTTP, in JSON, to `<endpoint>/v1/traces` in the background, and
 * continues traces by the headers of W3C Trace Context. Throws if tracing is already open in this
 * process.
 */
export function openOtlpTracing({
  endpoint,
  service,
  warn,
}: TracingSettings & { endpoint: string }): Tracing {
  const quiet = () => undefined;
  const logger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendLimitMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: sendLimitMs })],
  });
  if (!trace.setGlobalTracerProvider(provider))
    throw new Error('Tracing is already open in this process');
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    async close() {
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        warn('The last traces could not be sent in time');
        limit.resolve();
      }, closeLimitMs);
      const sent = provider
        .shutdown()
        .catch((error: unknown) => warn(`The last traces are lost: ${String(error)}`));
      await Promise.race([sent, limit.promise]);
      clearTimeout(timer);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}
