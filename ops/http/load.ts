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
  /**
   * True to ask for changes only, after one request for the ETag. A server without one answers in
   * full.
   */
  conditional?: boolean;
}

/** The output of this program. */
export interface LoadResult {
  /** Responses with status 2xx or 304 per second. */
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
const answered = await Promise.all(
  job.requests.map((request) => (request.conditional ? readEtag(request) : null)),
);
const requests = job.requests.map(({ method, path, key, body }, index) => ({
  method,
  path,
  headers: {
    authorization: `Bearer ${key}`,
    ...(answered[index] ? { 'if-none-match': answered[index] } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body }),
}));
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
  requestsPerSecond: (result['2xx'] + result['3xx']) / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx - result['3xx'] + result.errors + result.timeouts,
};
console.log(JSON.stringify(measured));

async function readEtag({ path, key }: LoadRequest): Promise<string | null> {
  const response = await fetch(job.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.headers.get('etag');
}
