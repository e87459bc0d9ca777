import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { type FoundPage, readSearch, writeAnswer } from './search-wire.ts';

/** A page that the engine knows. */
export interface KnownPage {
  url: string;
  title: string;
  text: string;
}

/** A faulty answer of the engine to one request. */
export type SearchManner =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'drops' }
  | { kind: 'hangs' };

/** A search that the engine got. */
export interface SearchCall {
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
    if (manner && 'status' in manner) return send(manner.status, manner.body ?? '{}', manner.headers);
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
    .filter(({ url }) => domains.length === 0 || domains.some((domain) => new URL(url).hostname.endsWith(domain)))
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
  const found = paragraphs.find((paragraph) => wordsOf(paragraph).some((word) => wanted.has(word))) ?? text;
  return found
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .slice(0, snippetLength);
}
