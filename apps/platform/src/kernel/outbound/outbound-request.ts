import type { IncomingHttpHeaders } from 'node:http';
import { classifyFailure } from './classify-failure.ts';
import { type ConnectionPools, openConnectionPools } from './connection-pools.ts';
import { OutboundError } from './outbound-error.ts';
import { hostOf, parseOutboundUrl } from './parse-outbound-url.ts';
import { readBody } from './read-body.ts';
import { type ResolveName, resolvePublicName, resolveTarget } from './resolve-target.ts';

/** A request to an address that a user entered. */
export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST';
  /** Headers except `host`, which follows from the URL. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Limit for the whole request: names, connecting, redirects, body. */
  timeoutMs: number;
  /** Limit of the decoded body; the rest is not read. */
  maxBodyBytes: number;
  /** Redirects to follow, each checked again; with 0 a redirect is returned like any response. */
  followRedirects: number;
  /** Abandons the request, which then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body was longer than `maxBodyBytes`. */
  truncated: boolean;
  /** The address after redirects. */
  finalUrl: string;
  durationMs: number;
}

export interface OutboundClient {
  /** Sends one request and reads its response. Throws OutboundError, or the signal's reason. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Closes all connections. */
  close(): Promise<void>;
}

export interface OutboundClientOptions {
  /** `host` or `host:port` entries that may be reached although they are private (OUTBOUND_ALLOWED_HOSTS). */
  allowedHosts: readonly string[];
  /** Replaces the name servers. */
  resolveName?: ResolveName;
}

interface Context {
  allowedHosts: readonly string[];
  resolveName: ResolveName;
  pools: ConnectionPools;
  signal: AbortSignal;
}

type Hop = Pick<OutboundRequest, 'method' | 'headers' | 'body'> & { url: URL };
type Answer = Omit<OutboundResponse, 'durationMs'>;

const redirectStatuses = [301, 302, 303, 307, 308];

/**
 * Opens the client for all requests to addresses of users: from-url and webhooks. Each name is resolved once, every
 * address is checked, and sockets connect only to the checked addresses; they stay open between requests (OUT-1).
 */
export function openOutboundClient({ allowedHosts, resolveName }: OutboundClientOptions): OutboundClient {
  const pools = openConnectionPools();
  return {
    close: () => pools.close(),
    async request(request) {
      const startMs = performance.now();
      const deadline = openDeadline(request);
      try {
        const context = { allowedHosts, resolveName: resolveName ?? resolvePublicName, pools, signal: deadline.signal };
        return { ...(await follow(request, context)), durationMs: Math.round(performance.now() - startMs) };
      } finally {
        deadline.close();
      }
    },
  };
}

async function follow(request: OutboundRequest, context: Context): Promise<Answer> {
  let hop: Hop = { ...request, url: parseOutboundUrl(request.url) };
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(hop, request, context);
    const location = redirectStatuses.includes(answer.status) ? answer.headers.location : undefined;
    if (location === undefined || request.followRedirects === 0) return answer;
    if (redirects >= request.followRedirects) {
      throw new OutboundError('too_many_redirects', `More than ${request.followRedirects} redirects`);
    }
    hop = nextHop(hop, answer.status, parseOutboundUrl(location, hop.url));
  }
}

/**
 * Makes the next request as browsers do: GET after 303, and after a POST with 301 or 302; credentials keep their
 * origin.
 */
function nextHop({ method = 'GET', headers = {}, body, url }: Hop, status: number, next: URL): Hop {
  const asGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  const dropped = [
    ...(asGet ? ['content-type', 'content-length'] : []),
    ...(next.origin === url.origin ? [] : ['authorization', 'cookie']),
  ];
  const kept = Object.entries(headers).filter(([name]) => !dropped.includes(name.toLowerCase()));
  return {
    url: next,
    method: asGet ? 'GET' : method,
    headers: Object.fromEntries(kept),
    ...(asGet || body === undefined ? {} : { body }),
  };
}

async function exchange(
  { url, method, headers, body }: Hop,
  request: OutboundRequest,
  context: Context,
): Promise<Answer> {
  const { signal } = context;
  try {
    const pool = context.pools.get(url, await resolveTarget(url, context));
    const answer = await pool.request({
      path: url.pathname + url.search,
      method: method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal,
    });
    const empty =
      method === 'HEAD' || [204, 304].includes(answer.statusCode) || answer.headers['content-length'] === '0';
    const encoding = empty ? '' : String(answer.headers['content-encoding'] ?? '');
    const read = await readBody(answer.body, encoding, request.maxBodyBytes);
    return { status: answer.statusCode, headers: answer.headers, ...read, finalUrl: url.href };
  } catch (error) {
    signal.throwIfAborted();
    throw classifyFailure(error, hostOf(url)) ?? error;
  }
}

/** Combines the caller's signal and the time limit in one signal; `close` releases both. */
function openDeadline({ timeoutMs, signal }: OutboundRequest): { signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const abandon = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new OutboundError('timeout', `No complete answer in ${timeoutMs} ms`));
  }, timeoutMs);
  signal?.addEventListener('abort', abandon, { once: true });
  if (signal?.aborted) abandon();
  return {
    signal: controller.signal,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
    },
  };
}

declare module '../services.ts' {
  interface Services {
    /** Sends requests to addresses that users enter. */
    outbound: OutboundClient;
  }
}
