import type { Tracing, TracingSettings } from './tracing.ts';

/**
 * Makes the spans of `@opentelemetry/api` real for the whole process, or returns null without an endpoint: then the API
 * does nothing, and no other part of OpenTelemetry is loaded.
 */
export async function openTracing({ endpoint, ...settings }: TracingSettings): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { openOtlpTracing } = await import('./otlp-tracing.ts');
  return openOtlpTracing({ ...settings, endpoint });
}
