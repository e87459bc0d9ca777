import autocannon from 'autocannon';

/** One measurement. This program takes it as an argument in JSON. */
export interface LoadJob {
  baseUrl: string;
  connections: number;
  durationSeconds: number;
  /** Requests that each connection sends in turn. */
  requests: { method: string; path: string; key: string; body?: string }[];
}

/** The output of this program. */
export interface LoadResult {
  /** Responses with status 2xx per second. */
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of other responses, broken connections and timeouts. A measurement with any of them is invalid. */
  failed: number;
}

const job = JSON.parse(process.argv[2] ?? '') as LoadJob;
const result = await autocannon({
  url: job.baseUrl,
  connections: job.connections,
  duration: job.durationSeconds,
  requests: job.requests.map(({ method, path, key, body }) => ({
    method,
    path,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })),
});
const measured: LoadResult = {
  requestsPerSecond: result['2xx'] / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(measured));
