export interface TracingSettings {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined: nothing is traced (SVC-5). */
  endpoint: string | undefined;
  service: 'platform' | 'engine';
  /** Called when spans could not be sent; those spans are lost, and nothing else is. */
  warn(message: string): void;
}

/** The sending of a process's spans. */
export interface Tracing {
  /** Sends the spans that are left, for a limited time. */
  close(): Promise<void>;
}
