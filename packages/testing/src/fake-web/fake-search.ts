import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

/** A page that the engine knows. */
export interface KnownPage {
  url: string;
  title: string;
  text: string;
}

/** A faulty answer of the engine to one request. */
type SearchManner =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'drops' }
  | { kind: 'hangs' };

/** A search that the engine got. */
interface SearchCall {
  provider: 'searxng' | 'brave' | 'tavily';
  query: string;
  outcome: number;
}

export interface FakeSearchOptions {
  /** Returns the pages that there are at the moment. */
  listPages(): KnownPage[];
  /** Default: any free port. */
  port?: number;
  /** If set, Brave's and Tavily's APIs refuse other keys. */
  apiKey?: string;
  /** Called after each search. */
  onSearch?: (call: SearchCall) => void;
}

/** A search engine that speaks the APIs of SearXNG, Brave and Tavily at one address. */
export interface FakeSearch {
  /** The value of SEARCH_URL for each provider. */
  url: string;
  calls: SearchCall[];
  /** Lets the next requests go as given, one entry for each. */
  behaveNext(...manners: SearchManner[]): void;
  close(): Promise<void>;
}

/** Starts the engine. It ranks by the words that a page shares with the query. */
export async function startFakeSearch(options: FakeSearchOptions): Promise<FakeSearch> {
  const manners: SearchManner[] = [];
  const calls: SearchCall[] = [];
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  const note = (call: SearchCall) => {
    calls.push(call);
    options.onSearch?.(call);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = readSearch(request, await readAll(request), options.apiKey);
    const send = (status: number, body: string, headers: Record<string, string> = {}) => {
      note({ provider: asked.provider, query: asked.query, outcome: status });
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    const manner = manners.shift();
    if (manner && 'status' in manner)
      return send(manner.status, manner.body ?? '{}', manner.headers);
    if (manner) note({ provider: asked.provider, query: asked.query, outcome: 0 });
    if (manner?.kind === 'drops') return response.destroy();
    if (manner?.kind === 'hangs') return;
    if (asked.refusal) return send(asked.refusal.status, asked.refusal.body);
    send(200, writeAnswer(asked, rank(options.listPages(), asked.query, asked.domains)));
  };
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    behaveNext: (...given) => void manners.push(...given),
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

function rank(pages: readonly KnownPage[], query: string, domains: readonly string[]): FoundPage[] {
  const wanted = new Set(wordsOf(query));
  const scored = pages
    .filter(
      ({ url }) =>
        domains.length === 0 || domains.some((domain) => new URL(url).hostname.endsWith(domain)),
    )
    .map((page) => {
      const inTitle = wordsOf(page.title).filter((word) => wanted.has(word)).length;
      const inText = new Set(wordsOf(page.text).filter((word) => wanted.has(word))).size;
      return { page, score: inTitle * 3 + inText };
    });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ page, score }) => ({ ...page, score, snippet: snippetOf(page.text, wanted) }));
}

const snippetLength = 240;

/** The beginning of the first paragraph that has a word of the query. */
function snippetOf(text: string, wanted: ReadonlySet<string>): string {
  const paragraphs = text.split('\n\n');
  const found =
    paragraphs.find((paragraph) => wordsOf(paragraph).some((word) => wanted.has(word))) ?? text;
  return found
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .slice(0, snippetLength);
}

/** A result of the fake engine. */
interface FoundPage {
  url: string;
  title: string;
  text: string;
  snippet: string;
  score: number;
}

/** A request to one of the three APIs. */
interface AskedSearch {
  provider: 'searxng' | 'brave' | 'tavily';
  query: string;
  domains: string[];
  count: number;
  /** The error of the API, if the request is not as it must be. */
  refusal?: { status: number; body: string };
}

const json = JSON.stringify;

/**
 * Reads a request by the rules of the API that it speaks: POST is Tavily, a subscription token
 * Brave.
 */
function readSearch(
  request: IncomingMessage,
  body: string,
  apiKey: string | undefined,
): AskedSearch {
  const url = new URL(request.url ?? '/', 'http://fake');
  if (request.method === 'POST') return readTavily(request, url, body, apiKey);
  const token = request.headers['x-subscription-token'];
  if (token !== undefined) return readBrave(url, String(token), apiKey);
  const query = url.searchParams.get('q') ?? '';
  const asked = { provider: 'searxng' as const, count: 20, ...splitSites(query) };
  if (url.pathname !== '/search' || query === '')
    return { ...asked, refusal: { status: 400, body: '{}' } };
  // An instance answers 403 for formats that `search.formats` does not list.
  if (url.searchParams.get('format') !== 'json')
    return { ...asked, refusal: { status: 403, body: 'Forbidden' } };
  return asked;
}

function readBrave(url: URL, token: string, apiKey: string | undefined): AskedSearch {
  const query = url.searchParams.get('q') ?? '';
  const count = Number(url.searchParams.get('count') ?? '20');
  const asked = { provider: 'brave' as const, count, ...splitSites(query) };
  const refuse = (status: number, code: string, detail: string) => ({
    ...asked,
    refusal: {
      status,
      body: json({ type: 'ErrorResponse', error: { id: 'fake', status, code, detail } }),
    },
  });
  if (apiKey !== undefined && token !== apiKey) {
    return refuse(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.');
  }
  const isValid =
    url.pathname === '/search' && query !== '' && query.length <= 400 && count >= 1 && count <= 20;
  return isValid ? asked : refuse(422, 'VALIDATION', 'Unable to validate request parameter(s)');
}

function readTavily(
  request: IncomingMessage,
  url: URL,
  body: string,
  apiKey: string | undefined,
): AskedSearch {
  const given = parse(body);
  const { query, max_results: count = 5, include_domains: domains = [] } = given;
  const asked = { provider: 'tavily' as const, query: String(query ?? ''), count: Number(count) };
  const sites = Array.isArray(domains) ? domains.map(String) : [];
  const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const refuse = (status: number, error: string) => ({
    ...asked,
    domains: sites,
    refusal: { status, body: json({ detail: { error } }) },
  });
  if (token === undefined || (apiKey !== undefined && token !== apiKey)) {
    return refuse(401, 'Unauthorized: missing or invalid API key.');
  }
  if (url.pathname !== '/search' || typeof query !== 'string' || asked.count > 20)
    return refuse(400, 'Bad request');
  return { ...asked, domains: sites };
}

function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Takes the operators `site:` out of a query. */
function splitSites(query: string): { query: string; domains: string[] } {
  const domains = [...query.matchAll(/\bsite:([^\s()]+)/g)].map(([, domain = '']) => domain);
  const words = query.replace(/\(?\bsite:[^\s()]+( OR site:[^\s()]+)*\)?/g, '').trim();
  return { query: words, domains };
}

/** Writes results as the API does. */
function writeAnswer({ provider, query, count }: AskedSearch, found: readonly FoundPage[]): string {
  const pages = found.slice(0, count);
  if (provider === 'searxng') return json(searxngAnswer(query, pages));
  return json(provider === 'brave' ? braveAnswer(query, pages) : tavilyAnswer(query, pages));
}

function searxngAnswer(query: string, pages: readonly FoundPage[]) {
  const results = pages.map(({ url, title, snippet, score }, index) => ({
    url,
    title,
    content: snippet,
    thumbnail: null,
    engine: 'fake',
    template: 'default.html',
    parsed_url: parsedUrl(url),
    img_src: '',
    priority: '',
    engines: ['fake'],
    positions: [index + 1],
    score,
    category: 'general',
    publishedDate: null,
  }));
  const lists = {
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  };
  return { query, number_of_results: 0, results, ...lists };
}

function parsedUrl(url: string): string[] {
  const { protocol, host, pathname, search } = new URL(url);
  return [protocol.slice(0, -1), host, pathname, '', search.slice(1), ''];
}

function braveAnswer(query: string, pages: readonly FoundPage[]) {
  const results = pages.map(({ url, title, snippet }) => ({
    type: 'search_result',
    subtype: 'generic',
    title,
    url,
    description: snippet,
    is_source_local: false,
    is_source_both: false,
    family_friendly: true,
    language: 'en',
    meta_url: {
      scheme: 'http',
      netloc: new URL(url).host,
      hostname: new URL(url).hostname,
      path: '',
    },
  }));
  const asked = {
    original: query,
    show_strict_warning: false,
    is_navigational: false,
    more_results_available: false,
  };
  const web = { type: 'search', results, family_friendly: true };
  return { type: 'search', query: asked, ...(results.length > 0 ? { web } : {}) };
}

function tavilyAnswer(query: string, pages: readonly FoundPage[]) {
  const highest = Math.max(1, ...pages.map(({ score }) => score));
  const results = pages.map(({ url, title, snippet, score }) => ({
    url,
    title,
    content: snippet,
    score: score / highest,
    raw_content: null,
  }));
  const rest = {
    follow_up_questions: null,
    answer: null,
    images: [],
    response_time: 0.01,
    request_id: 'fake',
  };
  return { query, ...rest, results };
}
