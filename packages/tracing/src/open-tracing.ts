import type { Tracing, TracingSettings } from './tracing.ts';

/**
 * Makes `@opentelemetry/api` record spans in the whole process. Without an endpoint it returns
 * null; the API then does nothing, and no other part of OpenTelemetry is loaded.
 */
export async function openTracing({
  endpoint,
  ...settings
}: TracingSettings): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { openOtlpTracing } = await import('./otlp-tracing.ts');
  return openOtlpTracing({ ...settings, endpoint });
}
