import autocannon from 'autocannon';

/** One measurement; the argument of this program as JSON. */
export interface LoadJob {
  baseUrl: string;
  connections: number;
  durationSeconds: number;
  /** Sent in turn by each connection. */
  requests: { method: string; path: string; key: string; body?: string }[];
}

/** What this program prints. */
export interface LoadResult {
  /** Answers of status 2xx. */
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Other answers, broken connections and timeouts: a measurement with any is void. */
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
