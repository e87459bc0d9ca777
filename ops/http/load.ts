import autocannon from 'autocannon';

/** One measurement. This program takes it as an argument in JSON. */
export interface LoadJob {
  baseUrl: string;
  connections: number;
  durationSeconds: number;
  /** Requests that each connection sends in turn. */
  requests: LoadRequest[];
}

interface LoadRequest {
  method: string;
  path: string;
  key: string;
  body?: string;
}

/** The output of this program. */
export interface LoadResult {
  /** Responses with status 2xx per second. */
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /**
   * Number of other responses, broken connections and timeouts. A measurement with any of them is
   * invalid.
   */
  failed: number;
}

const job = JSON.parse(process.argv[2] ?? '') as LoadJob;
const requests = job.requests.map(({ method, path, key, body }) => {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (body === undefined) return { method, path, headers };
  return { method, path, body, headers: { ...headers, 'content-type': 'application/json' } };
});
let begun = 0;
const result = await autocannon({
  url: job.baseUrl,
  connections: job.connections,
  duration: job.durationSeconds,
  requests,
  // Each connection begins with another request, or all would send that of the same tenant at the
  // same moment.
  setupClient(client) {
    const first = begun % requests.length;
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    begun += 1;
  },
});
const measured: LoadResult = {
  requestsPerSecond: result['2xx'] / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(measured));
