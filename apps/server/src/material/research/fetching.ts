import { setTimeout as delay } from 'node:timers/promises';
import { researchBounds } from '@ecp/contract/engine/tool-access';
import type {
  ResearchRefusal,
  ResearchRefusalReason,
} from '@ecp/contract/values/research-refusals';
import type { Database } from '@ecp/database/database';
import { SandboxError } from '@ecp/sandbox/child-program';
import {
  OutboundError,
  type OutboundErrorKind,
  parseOutboundUrl,
} from '../../kernel/outbound/addresses.ts';
import type { OutboundResponse } from '../../kernel/outbound/outbound-request.ts';
import type { Services } from '../../kernel/services.ts';
import { readContentType } from '../sources/web-pages.ts';
import type { PageKind, PageText } from '../text-extraction/text/page-facts.ts';
import { createTextExtractor } from '../text-extraction/text-extractor.ts';

/** The address to fetch, and the rules for each address on the way. */
interface PageRequest {
  tenantId: string;
  address: string;
  /** The only domains that are read, with their subdomains; empty for all. */
  domains: readonly string[];
  /** Gets the address of each redirect before it is fetched. Its error ends the fetch. */
  onRedirect?(address: string): Promise<void>;
}

export interface FetchedBytes {
  url: string;
  kind: PageKind;
  mediaType: string;
  charset: string | null;
  bytes: Buffer;
}

type FetchServices = Pick<Services, 'database' | 'outbound' | 'sandbox' | 'config' | 'research'>;

/** Ends a fetch in all its waits but that for a robots.txt, which has limits of its own. */
const wholeTimeMs = 60_000;
const redirectStatuses = [301, 302, 303, 307, 308];

/**
 * Fetches a page in at most six requests. Domains, robots.txt, pace and resolved address are
 * checked before each. Throws ResearchRefused.
 */
export async function fetchForArchive(
  services: FetchServices,
  request: PageRequest,
): Promise<FetchedBytes> {
  const signal = AbortSignal.timeout(wholeTimeMs);
  let url = new URL(request.address);
  let leftMs: number = fetchLimits.timeMs;
  try {
    for (let redirects = 0; redirects <= fetchLimits.redirects; redirects += 1) {
      if (!isWithinDomains(url.hostname, request.domains))
        throw new ResearchRefused('outside_domains', url.hostname);
      if (redirects > 0) await request.onRedirect?.(url.href);
      await requireRobotsAllow(services, request.tenantId, url);
      await keepPace(services, url, signal);
      const response = await send(services, url, leftMs, signal);
      leftMs = Math.max(1, leftMs - response.durationMs);
      const { location } = response.headers;
      if (!redirectStatuses.includes(response.status) || location === undefined)
        return readResponse(url, response);
      url = parseOutboundUrl(location, url);
    }
  } catch (error) {
    throw signal.aborted
      ? new ResearchRefused('timeout', null, error)
      : refusalOf(error, url.hostname);
  }
  throw new ResearchRefused('too_many_redirects');
}

function send(
  { outbound, config }: FetchServices,
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
) {
  return outbound.request({
    url: url.href,
    headers: {
      accept:
        'text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain;q=0.9, */*;q=0.1',
      'accept-encoding': 'gzip, br',
      'user-agent': userAgentOf(config),
    },
    timeoutMs,
    maxBodyBytes: fetchLimits.bodyBytes,
    followRedirects: 0,
    signal,
  });
}

function readResponse(url: URL, response: OutboundResponse): FetchedBytes {
  const { status, body, truncated } = response;
  if (status < 200 || status > 299) throw new ResearchRefused('status', status);
  if (truncated) throw new ResearchRefused('too_large', fetchLimits.bodyBytes);
  const { mediaType, charset, isHtml } = readContentType(response);
  const kind = isHtml ? 'html' : kindOf(mediaType, body);
  if (kind === null)
    throw new ResearchRefused('unsupported_type', mediaType === '' ? 'unknown' : mediaType);
  return { url: url.href, kind, mediaType: mediaTypes[kind], charset, bytes: body };
}

const mediaTypes: Record<PageKind, string> = {
  html: 'text/html',
  text: 'text/plain',
  pdf: 'application/pdf',
};

function kindOf(mediaType: string, body: Buffer): PageKind | null {
  const isPdf = body.subarray(0, 5).toString('latin1') === '%PDF-';
  if (
    isPdf &&
    ['application/pdf', 'application/x-pdf', 'application/octet-stream', ''].includes(mediaType)
  )
    return 'pdf';
  return ['text/plain', 'text/markdown', 'text/x-markdown'].includes(mediaType) ? 'text' : null;
}

/**
 * Reads the text of fetched bytes in the sandbox. Throws ResearchRefused `unreadable` or `empty`.
 */
export async function readContent(
  services: Pick<Services, 'sandbox'>,
  tenantId: string,
  { kind, bytes, charset, url }: FetchedBytes,
): Promise<PageText> {
  const page = await createTextExtractor(services)
    .readPage(tenantId, { kind, bytes, charset, url })
    .catch((error: unknown) => {
      throw error instanceof SandboxError ? new ResearchRefused('unreadable', null, error) : error;
    });
  if (!page) throw new ResearchRefused('unreadable');
  if (page.text.trim() === '') throw new ResearchRefused('empty');
  return page;
}

type RobotsState = 'rules' | 'open' | 'closed';

interface Robots {
  state: RobotsState;
  bytes: Buffer | null;
}

type RobotsServices = Pick<Services, 'database' | 'outbound' | 'sandbox' | 'config' | 'research'>;

/**
 * Throws ResearchRefused `robots` unless the robots.txt allows the address (RFC 9309). A missing
 * one allows all, an unavailable one nothing. It is kept for an hour; after a failure, for five
 * minutes.
 */
export async function requireRobotsAllow(
  services: RobotsServices,
  tenantId: string,
  url: URL,
): Promise<void> {
  const { state, bytes } = await shareRobots(services, url);
  if (state === 'open') return;
  const question = { robotsUrl: robotsUrlOf(url), url: url.href, agent: productToken };
  const isAllowed =
    state === 'rules' &&
    bytes &&
    (await createTextExtractor(services).isAllowedByRobots(tenantId, bytes, question));
  if (!isAllowed) throw new ResearchRefused('robots', url.hostname);
}

const robotsUrlOf = ({ origin }: URL) => `${origin}/robots.txt`;

async function findRobots(database: Database, origin: string): Promise<Robots | undefined> {
  const [[known]] = await database.batchSystem<[Robots]>([
    {
      name: 'find_robots',
      text: `select state, content as bytes from platform.web_robots
        where origin = $1 and fetched_at > clock_timestamp()
          - case state when 'closed' then interval '5 minutes' else interval '1 hour' end`,
      values: [origin],
    },
  ]);
  return known;
}

/**
 * Returns a robots.txt, which all readers of its origin look for and fetch together: two of them
 * never fetch it twice. The end of one page's fetch does not abort it.
 */
async function shareRobots(services: RobotsServices, url: URL): Promise<Robots> {
  const { robotsUnderway } = services.research;
  const underway = robotsUnderway.get(url.origin);
  if (underway) return (await underway) as Robots;
  const robots = findOrFetchRobots(services, url).finally(() => robotsUnderway.delete(url.origin));
  robotsUnderway.set(url.origin, robots);
  return robots;
}

const findOrFetchRobots = async (services: RobotsServices, url: URL): Promise<Robots> =>
  (await findRobots(services.database, url.origin)) ?? (await fetchRobots(services, url));

async function fetchRobots(services: RobotsServices, url: URL): Promise<Robots> {
  const { database, outbound, config } = services;
  await keepPace(services, url);
  const robots = await outbound
    .request({
      url: robotsUrlOf(url),
      headers: {
        'user-agent': userAgentOf(config),
        accept: 'text/plain, */*;q=0.5',
        'accept-encoding': 'gzip',
      },
      timeoutMs: fetchLimits.robotsTimeMs,
      maxBodyBytes: fetchLimits.robotsBytes,
      followRedirects: fetchLimits.redirects,
    })
    .then(({ status, body }) => readRobots(status, body))
    .catch((error: unknown): Robots => {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'off') throw new ResearchRefused('unreachable', url.hostname, error);
      // The page's own request tells that the address is private.
      if (error.kind === 'private_address')
        throw new ResearchRefused('private_address', null, error);
      return { state: 'closed', bytes: null };
    });
  await saveRobots(database, url.origin, robots);
  return robots;
}

function readRobots(status: number, body: Buffer): Robots {
  if (status >= 200 && status <= 299) return { state: 'rules', bytes: body };
  if (status >= 400 && status <= 499) return { state: 'open', bytes: null };
  return { state: 'closed', bytes: null };
}

async function saveRobots(
  database: Database,
  origin: string,
  { state, bytes }: Robots,
): Promise<void> {
  await database.batchSystem([
    {
      name: 'save_robots',
      text: `insert into platform.web_robots (origin, state, content) values ($1, $2, $3)
        on conflict (origin) do update
          set state = excluded.state, content = excluded.content, fetched_at = clock_timestamp()`,
      values: [origin, state, bytes],
    },
  ]);
}

/**
 * Waits for a turn at a host, two a second in all processes. Throws ResearchRefused `host_busy`, or
 * the signal's reason.
 */
export async function keepPace(
  { database, research }: Pick<Services, 'database' | 'research'>,
  { host, hostname }: URL,
  signal?: AbortSignal,
): Promise<void> {
  const [[turn]] = await database.batchSystem<[{ wait_ms: number }]>([
    {
      name: 'take_web_turn',
      text: `insert into platform.web_hosts as known (host, next_at)
        values ($1, clock_timestamp() + make_interval(secs => $2 / 1000.0))
        on conflict (host) do update
          set next_at = greatest(clock_timestamp(), known.next_at) + make_interval(secs => $2 / 1000.0)
          where known.next_at < clock_timestamp() + make_interval(secs => $3 / 1000.0)
        returning extract(epoch from next_at - clock_timestamp())::double precision * 1000 - $2 as wait_ms`,
      values: [host, research.paceMs, fetchLimits.paceWaitMs],
    },
  ]);
  if (!turn) throw new ResearchRefused('host_busy', hostname);
  if (turn.wait_ms > 0) await delay(turn.wait_ms, undefined, signal && { signal });
}

/** Deletes the pace and the robots.txt of hosts that are an hour old. */
export async function purgeWebHosts(database: Database): Promise<void> {
  await database.batchSystem([
    {
      name: 'purge_web_hosts',
      text: `delete from platform.web_hosts where next_at < clock_timestamp() - interval '1 hour'`,
    },
    {
      name: 'purge_web_robots',
      text: `delete from platform.web_robots where fetched_at < clock_timestamp() - interval '1 hour'`,
    },
  ]);
}

/**
 * Tells whether a host is one of the domains or a subdomain of one; without domains every host is.
 */
export function isWithinDomains(hostname: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  const host = hostname.toLowerCase();
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** Bounds of reading a page. */
export const fetchLimits = {
  /** All requests of a page together, without waits for the pace. */
  timeMs: 20_000,
  /** The body, compressed and decompressed. */
  bodyBytes: 10 * 1_048_576,
  redirects: 5,
  /** The longest wait for the pace before one request. */
  paceWaitMs: 15_000,
  /** Between two requests to a host. */
  paceMs: 500,
  robotsBytes: 512_000,
  robotsTimeMs: 10_000,
} as const;

/** The name by which a robots.txt addresses us (RFC 9309, 2.2.1). */
const productToken = 'EngagementPlatform';

/** Names the program, this installation and whom to tell of abuse. */
export function userAgentOf({
  baseUrl,
  abuseContact,
}: {
  baseUrl: string;
  abuseContact: string;
}): string {
  // Header values hold printable ASCII only.
  const contact = abuseContact.replace(/[^\x20-\x7e]/g, '');
  return `${productToken}/1.0 (+${baseUrl}; ${contact})`;
}

/**
 * Returns an address as WHATWG writes it, without fragment; null if it is not HTTP(S) or exceeds
 * 2,000 characters.
 */
export function addressOf(given: string): string | null {
  if (given.length > researchBounds.url) return null;
  try {
    const { href } = parseOutboundUrl(given.trim());
    return href.length > researchBounds.url ? null : href;
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

/** Finds the addresses that a text shows. Closing punctuation is no part of an address. */
export function addressesIn(text: string, limit: number): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(/https?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi)) {
    if (found.size >= limit) break;
    for (const given of [match, match.replace(/[)\].,;:!?*_]+$/, '')]) {
      const address = addressOf(given);
      if (address !== null) found.add(address);
    }
  }
  return [...found];
}

/**
 * Refuses a search or a page. The refusal is an outcome, which is recorded and told to the model.
 */
export class ResearchRefused extends Error {
  override readonly name = 'ResearchRefused';
  readonly refusal: ResearchRefusal;

  constructor(
    reason: ResearchRefusalReason,
    detail: string | number | null = null,
    cause?: unknown,
  ) {
    super(reason, cause === undefined ? undefined : { cause });
    this.refusal = {
      reason,
      detail: detail === null ? null : String(detail).slice(0, 300).toWellFormed(),
    };
  }
}

/** The refusal of a search or a read whose process died in the middle. */
export const interrupted: ResearchRefusal = { reason: 'interrupted', detail: null };

const reasons: Partial<Record<OutboundErrorKind, ResearchRefusalReason>> = {
  invalid_url: 'invalid_address',
  scheme: 'invalid_address',
  credentials: 'invalid_address',
  private_address: 'private_address',
  timeout: 'timeout',
  too_many_redirects: 'too_many_redirects',
};

/**
 * Turns a failure of an outbound request to `host` into a refusal; returns other errors as they
 * are.
 */
function refusalOf(error: unknown, host: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const reason = reasons[error.kind] ?? 'unreachable';
  return new ResearchRefused(reason, reason === 'unreachable' ? host : null, error);
}
