export interface TracingSettings {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`. If undefined, nothing is traced (SVC-5). */
  endpoint: string | undefined;
  service: 'platform' | 'engine';
  /** Called when spans could not be sent. Only those spans are lost. */
  warn(message: string): void;
}

/** The exporter of a process's spans. */
export interface Tracing {
  /** Sends the remaining spans within a time limit. */
  close(): Promise<void>;
}
