import { parseOutboundUrl } from '../../../kernel/outbound/addresses.ts';
import type { OutboundResponse } from '../../../kernel/outbound/outbound-request.ts';
import type { Services } from '../../../kernel/services.ts';
import type { PageKind } from '../../text-extraction/pages/page-text.ts';
import { readContentType } from '../../web-pages/read-content-type.ts';
import { ResearchRefused, refusalOf } from '../research-refused.ts';
import { requireRobotsAllow } from './check-robots.ts';
import { fetchLimits, userAgentOf } from './fetch-limits.ts';
import { isWithinDomains } from './is-within-domains.ts';
import { keepPace } from './keep-pace.ts';

/** The address to fetch, and the rules for each address on the way. */
export interface PageRequest {
  tenantId: string;
  address: string;
  /** The only domains that are read, with their subdomains; empty for all. */
  domains: readonly string[];
  /** Gets the address of each redirect before it is fetched. Its error ends the fetch. */
  onRedirect?(address: string): Promise<void>;
}

/** The bytes of a page. `url` is its final address. */
export interface FetchedBytes {
  url: string;
  kind: PageKind;
  mediaType: string;
  charset: string | null;
  bytes: Buffer;
}

type FetchServices = Pick<Services, 'database' | 'outbound' | 'textExtractor' | 'config' | 'research'>;

/** Ends a fetch in all its waits but that for a robots.txt, which has limits of its own. */
const wholeTimeMs = 60_000;
const redirectStatuses = [301, 302, 303, 307, 308];

/**
 * Fetches a page in at most six requests. Each address is checked before its request: domains, robots.txt, pace, and in
 * the outbound client every resolved address (RES-8 to RES-11). Throws ResearchRefused.
 */
export async function fetchForArchive(services: FetchServices, request: PageRequest): Promise<FetchedBytes> {
  const signal = AbortSignal.timeout(wholeTimeMs);
  let url = new URL(request.address);
  let leftMs: number = fetchLimits.timeMs;
  try {
    for (let redirects = 0; redirects <= fetchLimits.redirects; redirects += 1) {
      if (!isWithinDomains(url.hostname, request.domains)) throw new ResearchRefused('outside_domains', url.hostname);
      if (redirects > 0) await request.onRedirect?.(url.href);
      await requireRobotsAllow(services, request.tenantId, url);
      await keepPace(services.database, url, signal);
      const response = await send(services, url, leftMs, signal);
      leftMs = Math.max(1, leftMs - response.durationMs);
      const { location } = response.headers;
      if (!redirectStatuses.includes(response.status) || location === undefined) return readResponse(url, response);
      url = parseOutboundUrl(location, url);
    }
  } catch (error) {
    throw signal.aborted ? new ResearchRefused('timeout', null, error) : refusalOf(error, url.hostname);
  }
  throw new ResearchRefused('too_many_redirects');
}

function send({ outbound, config }: FetchServices, url: URL, timeoutMs: number, signal: AbortSignal) {
  return outbound.request({
    url: url.href,
    headers: {
      accept: 'text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain;q=0.9, */*;q=0.1',
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
  if (kind === null) throw new ResearchRefused('unsupported_type', mediaType === '' ? 'unknown' : mediaType);
  return { url: url.href, kind, mediaType: mediaTypes[kind], charset, bytes: body };
}

const mediaTypes: Record<PageKind, string> = { html: 'text/html', text: 'text/plain', pdf: 'application/pdf' };

function kindOf(mediaType: string, body: Buffer): PageKind | null {
  const isPdf = body.subarray(0, 5).toString('latin1') === '%PDF-';
  if (isPdf && ['application/pdf', 'application/x-pdf', 'application/octet-stream', ''].includes(mediaType))
    return 'pdf';
  return ['text/plain', 'text/markdown', 'text/x-markdown'].includes(mediaType) ? 'text' : null;
}
