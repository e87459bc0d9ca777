import type { Tracer } from './tracer.ts';

export interface TracerSettings {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined: nothing is traced (contract, 5). */
  endpoint: string | undefined;
  service: 'platform' | 'engine';
  /** Told when spans could not be sent; they are lost then, and nothing else is. */
  warn(message: string): void;
}

/** The process's tracer, or null without an endpoint: then nothing of OpenTelemetry is loaded. */
export async function openTracer({ endpoint, ...settings }: TracerSettings): Promise<Tracer | null> {
  if (endpoint === undefined) return null;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  return createOtlpTracer({ ...settings, endpoint });
}
