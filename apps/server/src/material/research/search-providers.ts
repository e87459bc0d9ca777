import { setTimeout as delay } from 'node:timers/promises';
import { researchBounds, type SearchHit } from '@ecp/contract/engine/tool-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { OutboundError, type OutboundErrorKind } from '../../kernel/outbound/addresses.ts';
import {
  type OutboundResponse,
  openOutboundClient,
} from '../../kernel/outbound/outbound-request.ts';
import type { Research, SearchOutcome, SearchPort, SearchRequest } from '../../kernel/ports.ts';
import type { PlatformConfig, SearchSettings } from '../../kernel/settings.ts';
import { addressOf, fetchLimits } from './fetching.ts';

/** Opens research with the search provider of the settings. */
export function openResearch(config: Pick<PlatformConfig, 'search'>): Research {
  const search = openSearch(config);
  return {
    search,
    underway: new Map(),
    robotsUnderway: new Map(),
    paceMs: fetchLimits.paceMs,
    close: async () => search?.close(),
  };
}

const timeoutMs = 10_000;
const maxBodyBytes = 2_000_000;
/** The longest wait that a busy provider may ask for. */
const longestWaitMs = 5_000;
const usualWaitMs = 1_000;

/** Failures before the provider can have got the request. */
const beforeSending: OutboundErrorKind[] = [
  'dns',
  'connect',
  'tls',
  'invalid_url',
  'scheme',
  'credentials',
  'private_address',
];

const refused = (
  reason: ResearchRefusal['reason'],
  detail: string | number | null,
  paid: boolean,
): SearchOutcome => ({
  refusal: { reason, detail: detail === null ? null : String(detail) },
  paid,
});

/**
 * Opens the search provider of the settings; null without one. Its address is the operator's, so it
 * may be private.
 */
export function openSearch({ search }: Pick<PlatformConfig, 'search'>): SearchPort | null {
  if (search === null) return null;
  const dialect = chooseDialect(search);
  const client = openOutboundClient({ allowedHosts: [new URL(search.url).host] });
  return {
    close: () => client.close(),
    async search(request) {
      const { path, ...asked } = dialect.ask(request);
      const send = () =>
        client.request({
          url: search.url + path,
          method: asked.body === undefined ? 'GET' : 'POST',
          timeoutMs,
          maxBodyBytes,
          followRedirects: 0,
          ...asked,
        });
      try {
        const first = await send();
        if (first.status !== 429) return readAnswer(dialect, first);
        await delay(waitOf(first));
        return readAnswer(dialect, await send());
      } catch (error) {
        return readFailure(error);
      }
    },
  };
}

function chooseDialect({ provider, apiKey = '' }: SearchSettings): SearchDialect {
  if (provider === 'brave') return createBraveDialect(apiKey);
  if (provider === 'tavily') return createTavilyDialect(apiKey);
  return createSearxngDialect(apiKey === '' ? undefined : apiKey);
}

/** Returns how long the provider asks to wait, within bounds. */
function waitOf({ headers }: OutboundResponse): number {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds)
    ? Math.min(Math.max(0, seconds * 1_000), longestWaitMs)
    : usualWaitMs;
}

function readAnswer(
  dialect: SearchDialect,
  { status, body, truncated }: OutboundResponse,
): SearchOutcome {
  if (status === 429) return refused('provider_busy', null, false);
  // Providers bill no search that they refuse. One that failed may have been counted.
  if (status < 200 || status > 299) return refused('provider_error', status, status >= 500);
  const hits = truncated ? null : dialect.read(parseJson(body));
  return hits ? { hits: readHits(hits), paid: true } : refused('provider_answer', null, true);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function readFailure(error: unknown): SearchOutcome {
  if (!(error instanceof OutboundError)) throw error;
  const reason = error.kind === 'timeout' ? 'timeout' : 'provider_answer';
  return refused(reason, null, !beforeSending.includes(error.kind));
}

/** The request to one provider, and the reading of its answer. */
interface SearchDialect {
  /** Makes the request to the provider's base address, which has no trailing slash. */
  ask(request: SearchRequest): { path: string; headers: Record<string, string>; body?: string };
  /**
   * Returns the results of an answer, untrusted as they are; null if the answer is not of the
   * provider's form.
   */
  read(answer: unknown): RawHit[] | null;
}

interface RawHit {
  title: string;
  url: string;
  snippet: string;
}

const maxTitle = 300;
const maxSnippet = 1_000;

/** Takes the first ten results with a usable address, each once, and cuts their texts. */
function readHits(found: readonly RawHit[]): SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { title, url, snippet } of found) {
    if (hits.size === researchBounds.results) break;
    const address = addressOf(url);
    if (address === null || hits.has(address)) continue;
    hits.set(address, {
      title: clean(title, maxTitle),
      url: address,
      snippet: clean(snippet, maxSnippet),
    });
  }
  return [...hits.values()];
}

/** Takes markup and control characters out of a provider's text. */
function clean(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength * 4)
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

/**
 * More domains would make the query longer than providers take; results outside are left out
 * afterwards anyway.
 */
const maxDomains = 5;

/** Adds the domains to a query with the operator `site:`, which most engines know. */
export function restrictQuery(query: string, domains: readonly string[]): string {
  if (domains.length === 0 || domains.length > maxDomains) return query;
  const sites = domains.map((domain) => `site:${domain}`).join(' OR ');
  return domains.length === 1 ? `${query} ${sites}` : `${query} (${sites})`;
}

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
// An answer without results has no `web`.
const BraveAnswer = Type.Object({
  type: Type.Literal('search'),
  web: Type.Optional(
    Type.Object({
      results: Type.Array(Type.Object({ url: Type.String(), title: Text, description: Text })),
    }),
  ),
});

/**
 * Speaks Brave's Web Search API: `GET /search?q=&count=` with `X-Subscription-Token`. Its base ends
 * with `/web`.
 */
function createBraveDialect(apiKey: string): SearchDialect {
  const count = String(researchBounds.results);
  return {
    ask: ({ query, domains }) => ({
      path: `/search?${new URLSearchParams({ q: restrictQuery(query, domains), count, text_decorations: 'false' })}`,
      headers: { accept: 'application/json', 'x-subscription-token': apiKey },
    }),
    read: (answer) =>
      Value.Check(BraveAnswer, answer)
        ? (answer.web?.results ?? []).map(({ url, title, description }) => ({
            url,
            title: title ?? '',
            snippet: description ?? '',
          }))
        : null,
  };
}

const SearxngAnswer = Type.Object({
  results: Type.Array(Type.Object({ url: Type.String(), title: Text, content: Text })),
});

/**
 * Speaks SearXNG's API, `GET /search?q=&format=json`, with a key as Bearer. `search.formats` must
 * allow JSON.
 */
function createSearxngDialect(apiKey: string | undefined): SearchDialect {
  return {
    ask: ({ query, domains }) => ({
      path: `/search?${new URLSearchParams({ q: restrictQuery(query, domains), format: 'json' })}`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    }),
    read: (answer) =>
      Value.Check(SearxngAnswer, answer)
        ? answer.results.map(({ url, title, content }) => ({
            url,
            title: title ?? '',
            snippet: content ?? '',
          }))
        : null,
  };
}

const TavilyAnswer = Type.Object({
  results: Type.Array(Type.Object({ url: Type.String(), title: Text, content: Text })),
});

/** Speaks Tavily's API: `POST /search` with the key as Bearer. A basic search is one credit. */
function createTavilyDialect(apiKey: string): SearchDialect {
  return {
    ask: ({ query, domains }) => ({
      path: '/search',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({
        query,
        search_depth: 'basic',
        max_results: researchBounds.results,
        ...(domains.length > 0 ? { include_domains: domains } : {}),
      }),
    }),
    read: (answer) =>
      Value.Check(TavilyAnswer, answer)
        ? answer.results.map(({ url, title, content }) => ({
            url,
            title: title ?? '',
            snippet: content ?? '',
          }))
        : null,
  };
}
