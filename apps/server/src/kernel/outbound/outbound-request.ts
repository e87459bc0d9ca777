import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { errorTable } from '@ecp/contract/declaring/errors';
import { errors, Pool } from 'undici';
import {
  hostOf,
  loopbackHosts,
  OutboundError,
  type OutboundErrorKind,
  parseOutboundUrl,
  type ResolveName,
  resolvePublicName,
  resolveTarget,
} from './addresses.ts';

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
  /**
   * Once the head is there, waits at most so many milliseconds for the body, and takes what could
   * be read of it: a body that is late, cut or cannot be decoded is no failure. By default the
   * whole body counts.
   */
  maxBodyWaitMs?: number;
  /**
   * Whether programs of this machine may be reached, as its own people ask for it. False by
   * default.
   */
  mayReachThisMachine?: boolean;
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
  close(): Promise<void>;
}

interface OutboundClientOptions {
  /** False: every request is refused before a name is resolved. True by default. */
  hasWayOut?: boolean;
  /**
   * `host` or `host:port` entries that may be reached although they are private
   * (OUTBOUND_ALLOWED_HOSTS).
   */
  allowedHosts: readonly string[];
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
 * Opens the client for users' addresses. Names are resolved once, and sockets connect to checked
 * addresses only.
 */
export function openOutboundClient({
  hasWayOut = true,
  allowedHosts,
  resolveName,
}: OutboundClientOptions): OutboundClient {
  const pools = openConnectionPools();
  return {
    close: () => pools.close(),
    async request(request) {
      if (!hasWayOut) throw new OutboundError('off', errorTable.outbound_off.message);
      const startMs = performance.now();
      const deadline = openDeadline(request);
      try {
        const context = {
          allowedHosts: request.mayReachThisMachine
            ? [...allowedHosts, ...loopbackHosts]
            : allowedHosts,
          resolveName: resolveName ?? resolvePublicName,
          pools,
          signal: deadline.signal,
        };
        return {
          ...(await follow(request, context)),
          durationMs: Math.round(performance.now() - startMs),
        };
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
      throw new OutboundError(
        'too_many_redirects',
        `More than ${request.followRedirects} redirects`,
      );
    }
    hop = nextHop(hop, answer.status, parseOutboundUrl(location, hop.url));
  }
}

/**
 * Makes the next request as browsers do: GET after 303, and after POST with 301 or 302; credentials
 * keep origin.
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
      method === 'HEAD' ||
      [204, 304].includes(answer.statusCode) ||
      answer.headers['content-length'] === '0';
    const encoding = empty ? '' : String(answer.headers['content-encoding'] ?? '');
    const read =
      request.maxBodyWaitMs === undefined
        ? await readBody(answer.body, encoding, request.maxBodyBytes)
        : await readWhatComes(answer.body, encoding, {
            ...request,
            maxBodyWaitMs: request.maxBodyWaitMs,
          });
    return { status: answer.statusCode, headers: answer.headers, ...read, finalUrl: url.href };
  } catch (error) {
    signal.throwIfAborted();
    throw classifyFailure(error, hostOf(url)) ?? error;
  }
}

/** Combines the caller's signal and the time limit in one signal; `close` releases both. */
function openDeadline({ timeoutMs, signal }: OutboundRequest): {
  signal: AbortSignal;
  close(): void;
} {
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

/** Kept-alive connections, with one pool for each origin and set of checked addresses. */
interface ConnectionPools {
  /** Returns the pool for `url`, whose sockets connect only to `addresses`. */
  get(url: URL, addresses: readonly string[]): Pool;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const maxHeaderSizeBytes = 32 * 1024;

/**
 * Opens the pools. Beyond `limit`, the least recently used pool closes when its requests have
 * ended.
 */
function openConnectionPools(limit = 256): ConnectionPools {
  const pools = new Map<string, Pool>();
  return {
    get(url, addresses) {
      const key = `${url.origin} ${addresses.join(' ')}`;
      const pool = pools.get(key) ?? openPool(url, addresses);
      pools.delete(key);
      pools.set(key, pool);
      const [oldest] = pools;
      if (oldest && pools.size > limit) {
        pools.delete(oldest[0]);
        void oldest[1].close();
      }
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function openPool(url: URL, addresses: readonly string[]): Pool {
  return new Pool(url.origin, {
    // Callers limit their requests. A limit per pool would let one tenant's slow requests delay
    // another's to the host.
    connections: null,
    allowH2: false,
    maxHeaderSize: maxHeaderSizeBytes,
    // The request's own deadline covers all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: answerOnly(addresses), timeout: connectTimeoutMs },
  });
}

/**
 * A name lookup that returns only the checked addresses, so that the name cannot resolve
 * differently on connecting.
 */
function answerOnly(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 4 }] = answers;
  return (_hostname, options, callback) => {
    if (options.all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads what arrives of a body in the given time. A failure of the connection or of a decoder ends
 * it early.
 */
async function readWhatComes(
  body: Readable,
  contentEncoding: string,
  { maxBodyBytes, maxBodyWaitMs }: { maxBodyBytes: number; maxBodyWaitMs: number },
): Promise<BodyRead> {
  const timer = setTimeout(() => body.destroy(), maxBodyWaitMs);
  const chunks: Buffer[] = [];
  try {
    return await readBody(body, contentEncoding, maxBodyBytes, chunks);
  } catch {
    return { body: Buffer.concat(chunks), truncated: true };
  } finally {
    clearTimeout(timer);
  }
}

/** The body has more bytes than may be read before they are decoded. */
class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

type BodyRead = Pick<OutboundResponse, 'body' | 'truncated'>;

/**
 * Reads at most `maxBytes` of a body, encoded and decoded, so that a decompression bomb costs no
 * more; discards the rest. Collects the decoded bytes in `chunks`. Rejects with the stream's or
 * decoder's error.
 */
async function readBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  chunks: Buffer[] = [],
): Promise<BodyRead> {
  const decoder = decoders[contentEncoding.trim().toLowerCase()]?.();
  // The loop below receives a failure of either stream through the last one.
  const stream = decoder ? pipeline(body, capped(maxBytes), decoder, () => undefined) : body;
  let sizeBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const room = maxBytes - sizeBytes;
      if (chunk.length > room) {
        return { body: Buffer.concat([...chunks, chunk.subarray(0, room)]), truncated: true };
      }
      chunks.push(chunk);
      sizeBytes += chunk.length;
    }
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    return { body: Buffer.concat(chunks), truncated: true };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

function capped(maxBytes: number) {
  return async function* pass(encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sizeBytes = 0;
    for await (const chunk of encoded) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new TooManyBytes();
      yield chunk;
    }
  };
}

const failureKinds: [RegExp, OutboundErrorKind, string][] = [
  [
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL|HOSTNAME_MISMATCH|EPROTO)/,
    'tls',
    'could not be trusted',
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT)/,
    'connect',
    'could not be reached',
  ],
  [
    /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH|Z_BUF_ERROR)/,
    'cut',
    'ended the connection',
  ],
  [
    /^(HPE_|UND_ERR_HEADERS_OVERFLOW|Z_|ERR_ZSTD|ERR_BROTLI|ERR__ERROR)/,
    'bad_response',
    'answered with no valid HTTP',
  ],
];

/**
 * Converts an error of undici, a socket or a decoder to an OutboundError about `host`; null if it
 * is a defect.
 */
function classifyFailure(error: unknown, host: string): OutboundError | null {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const found = failureKinds.find(([pattern]) => pattern.test(code));
  return found ? new OutboundError(found[1], `${host} ${found[2]} (${code})`, error) : null;
}

/**
 * Returns the code of an error; for an AggregateError (every address failed) that of its first
 * member.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof errors.HTTPParserError) return error.code ?? 'HPE_INVALID';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
