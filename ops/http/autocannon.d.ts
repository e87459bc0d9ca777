/**
 * Declares the part of autocannon's API that the benchmark uses, because the package has no types.
 */
declare module 'autocannon' {
  interface PlannedRequest {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    /** Duration in seconds. */
    duration: number;
    requests: PlannedRequest[];
    /** Is called for each connection before its first request. */
    setupClient(client: { setRequests(requests: PlannedRequest[]): void }): void;
  }
  interface Result {
    /** Duration in seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Latencies in milliseconds. */
    latency: { p50: number; p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
