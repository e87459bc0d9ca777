import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  type FakeSearch,
  type FakeSearchOptions,
  type KnownPage,
  startFakeSearch,
} from './fake-search.ts';

interface SiteRequest {
  publisher: Publisher;
  /** The path with its query. */
  path: string;
  userAgent: string;
  /** The time of arrival by `performance.now()`, in milliseconds. */
  atMs: number;
}

/** A running site of 30 pages on six hosts, each a port. */
export interface FakeSite {
  /** Origins have no trailing slash. */
  origins: Record<Publisher, string>;
  /** All requests in the order of arrival, also for a robots.txt. */
  requests: SiteRequest[];
  /** Pages as they are now. */
  listPages(): KnownPage[];
  /** The address of `publisher/path`. */
  addressOf(target: string): string;
  countRequests(target: string): number;
  /** Lets the page that changes change, and the one that disappears disappear. */
  moveOn(): void;
  /** Replaces the body of `publisher/path`; null lets the page disappear. */
  setBody(target: string, body: string | null): void;
  /** Replaces the robots.txt of a host. */
  setRobots(publisher: Publisher, answer: { status: number; body?: string }): void;
  /** Lets requests for `publisher/path` wait until `release`. `arrived` resolves with the first. */
  hold(target: string): { arrived: Promise<void>; release(): void };
  close(): Promise<void>;
}

interface FakeSiteOptions {
  /** Port of the first host; the others have the next five. By default any free ports. */
  firstPort?: number;
}

const usualRobots: Partial<Record<Publisher, string>> = {
  ministry: 'User-agent: *\nDisallow: /internal/\n',
  press: 'User-agent: *\nDisallow: /search\n\nUser-agent: BadBot\nDisallow: /\n',
};

interface Hold {
  arrived: PromiseWithResolvers<void>;
  released: PromiseWithResolvers<void>;
}

interface SiteState {
  origins: FakeSite['origins'];
  requests: SiteRequest[];
  hasMovedOn: boolean;
  /** Bodies that tests have set, by `publisher/path`. */
  bodies: Map<string, string | null>;
  robots: Map<Publisher, { status: number; body?: string }>;
  holds: Map<string, Hold>;
}

async function startFakeSite({ firstPort }: FakeSiteOptions = {}): Promise<FakeSite> {
  const servers: Server[] = [];
  const state: SiteState = {
    origins: { operator: '', port: '', grid: '', press: '', ministry: '', yard: '' },
    requests: [],
    hasMovedOn: false,
    bodies: new Map(),
    robots: new Map(),
    holds: new Map(),
  };
  for (const [index, publisher] of publishers.entries()) {
    const server = createServer(
      (request, response) => void answer(state, publisher, request, response),
    );
    server.listen(firstPort === undefined ? 0 : firstPort + index, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    state.origins[publisher] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return describe(state, servers);
}

function addressIn(origins: FakeSite['origins'], target: string): string {
  const at = target.indexOf('/');
  return origins[target.slice(0, at) as Publisher] + target.slice(at);
}

function describe(state: SiteState, servers: readonly Server[]): FakeSite {
  const { origins, requests } = state;
  const addressOf = (target: string) => addressIn(origins, target);
  return {
    origins,
    requests,
    addressOf,
    listPages: () =>
      sitePages.flatMap((page) => {
        const text = bodyOf(page, state);
        return text === null
          ? []
          : [{ url: addressOf(page.publisher + page.path), title: page.title, text }];
      }),
    countRequests: (target) =>
      requests.filter(({ publisher, path }) => publisher + path === target).length,
    moveOn() {
      state.hasMovedOn = true;
    },
    setBody: (target, body) => void state.bodies.set(target, body),
    setRobots: (publisher, given) => void state.robots.set(publisher, given),
    hold(target) {
      const hold = {
        arrived: Promise.withResolvers<void>(),
        released: Promise.withResolvers<void>(),
      };
      state.holds.set(target, hold);
      const release = () => {
        state.holds.delete(target);
        hold.released.resolve();
      };
      return { arrived: hold.arrived.promise, release };
    },
    async close() {
      for (const hold of state.holds.values()) hold.released.resolve();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all(servers.map((server) => server.listening && once(server, 'close')));
    },
  };
}

function bodyOf(page: SitePage, { bodies, hasMovedOn }: SiteState): string | null {
  const set = bodies.get(page.publisher + page.path);
  if (set !== undefined) return set;
  return hasMovedOn && page.later !== undefined ? page.later : page.body;
}

async function answer(
  state: SiteState,
  publisher: Publisher,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  const userAgent = String(request.headers['user-agent'] ?? '');
  state.requests.push({ publisher, path, userAgent, atMs: performance.now() });
  const hold = state.holds.get(publisher + path);
  hold?.arrived.resolve();
  await hold?.released.promise;
  if (path === '/robots.txt') {
    sendRobots(
      response,
      state.robots.get(publisher) ?? { status: usualRobots[publisher] ? 200 : 404 },
      publisher,
    );
    return;
  }
  if (publisher === 'port' && path === movedPage.from) {
    response.writeHead(301, { location: movedPage.to }).end();
    return;
  }
  const page = sitePages.find((one) => one.publisher === publisher && one.path === path);
  const body = page && bodyOf(page, state);
  if (!page || body === null || body === undefined) {
    response.writeHead(page ? 410 : 404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    return;
  }
  const linkTo = (target: string) => addressIn(state.origins, target);
  sendPage(
    request,
    response,
    page,
    isPdf(page) ? writePdf(page, body) : writeHtml(page, body, linkTo),
  );
}

function sendRobots(
  response: ServerResponse,
  { status, body }: { status: number; body?: string },
  publisher: Publisher,
): void {
  const text = status === 200 ? (body ?? usualRobots[publisher] ?? '') : (body ?? '');
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

const isPdf = ({ path }: SitePage) => path.endsWith('.pdf');

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  content: string | Buffer,
): void {
  const type = isPdf(page) ? 'application/pdf' : 'text/html; charset=utf-8';
  const zips = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  const head = { 'content-type': type, ...(zips ? { 'content-encoding': 'gzip' } : {}) };
  response.writeHead(200, head).end(zips ? gzipSync(content) : content);
}

/** The hosts of the fake web. Each has a port of its own. */
const publishers = ['operator', 'port', 'grid', 'press', 'ministry', 'yard'] as const;
type Publisher = (typeof publishers)[number];

/** The form of a page's author and date: meta tags, JSON-LD, `<time>`, or none. */
export type MetadataForm = 'meta' | 'json-ld' | 'time' | 'none';

interface SitePage {
  publisher: Publisher;
  /** Begins with a slash. A PDF's ends with `.pdf`. */
  path: string;
  title: string;
  author: string | null;
  /** YYYY-MM-DD. */
  date: string | null;
  form: MetadataForm;
  /**
   * Paragraphs between empty lines: tables with `|`, headings with `## `, links as
   * `[words](publisher/path)`.
   */
  body: string;
  /**
   * The body from the moment that the page has changed; null for a page that has disappeared by
   * then.
   */
  later?: string | null;
}

/**
 * The 30 pages of the fake site, a ferry operator that considers batteries. Press and yard
 * contradict each other on a price; later a page changes and one disappears; one is closed to
 * robots and one redirects.
 */
const sitePages: readonly SitePage[] = readFileSync(new URL('pages.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SitePage);

/** The page of the port that redirects, and where to. */
const movedPage = { from: '/old/shore-power', to: '/halden/shore-power-study.pdf' } as const;

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Writes a page as HTML. `linkTo` gives the address of `publisher/path`. */
function writeHtml(page: SitePage, body: string, linkTo: (target: string) => string): string {
  const { title, author, date, form } = page;
  const tags = [`<meta charset="utf-8">`, `<title>${escapeHtml(title)}</title>`];
  if (form === 'meta') {
    if (author !== null) tags.push(`<meta name="author" content="${escapeHtml(author)}">`);
    if (date !== null)
      tags.push(`<meta property="article:published_time" content="${date}T08:00:00Z">`);
  }
  if (form === 'json-ld') {
    const said = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title };
    const named = {
      ...said,
      author: { '@type': 'Person', name: author },
      datePublished: `${date}T08:00:00+01:00`,
    };
    tags.push(
      `<script type="application/ld+json">${JSON.stringify(named).replaceAll('<', '\\u003c')}</script>`,
    );
  }
  const time = form === 'time' ? `<p>Published <time datetime="${date}">${date}</time></p>` : '';
  const blocks = body.split('\n\n').map((block) => writeBlock(block, linkTo));
  return `<!doctype html>\n<html lang="en"><head>${tags.join('')}</head>\n<body><nav>Home · News · Contact</nav>
<article><h1>${escapeHtml(title)}</h1>${time}\n${blocks.join('\n')}</article><footer>All rights reserved.</footer></body></html>\n`;
}

function writeBlock(block: string, linkTo: (target: string) => string): string {
  if (block.startsWith('## ')) return `<h2>${escapeHtml(block.slice(3))}</h2>`;
  if (block.startsWith('| ')) return writeTable(block.split('\n'));
  const text = escapeHtml(block).replace(
    /\[([^\]]+)\]\(([^)]+)\)/g,
    (_, words: string, target: string) => `<a href="${linkTo(target)}">${words}</a>`,
  );
  return `<p>${text}</p>`;
}

function writeTable([head = '', ...lines]: string[]): string {
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => escapeHtml(cell.trim()));
  const row = (line: string, tag: string) =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${lines.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

const lineLength = 92;

/**
 * Writes a page as a PDF of one page, with title, author and date in its information dictionary.
 */
function writePdf({ title, author, date }: SitePage, body: string): Buffer {
  const lines = [title, '', ...body.split('\n').flatMap((line) => wrap(line))];
  const shown = lines.map((line) => `(${literal(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 10 Tf 14 TL 50 790 Td\n${shown}\nET`;
  const entries = [
    `/Title (${literal(title)})`,
    ...(author === null ? [] : [`/Author (${literal(author)})`]),
    ...(date === null ? [] : [`/CreationDate (D:${date.replaceAll('-', '')}080000Z)`]),
  ];
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< ${entries.join(' ')} >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = Buffer.byteLength(file, 'latin1');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const literal = (text: string) => text.replace(/[\\()]/g, '\\$&');

function wrap(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < lineLength)
      lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The fake site, and a search engine that finds its pages. */
export interface FakeWeb {
  site: FakeSite;
  search: FakeSearch;
  /** The hosts of the site with their ports. */
  hosts: string[];
  /**
   * Settings of a product that searches by the API of SearXNG, for 5 USD per 1,000, and may reach
   * the site.
   */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Starts site and search engine. */
export async function openFakeWeb(
  options: FakeSiteOptions & Omit<FakeSearchOptions, 'listPages'> = {},
): Promise<FakeWeb> {
  const site = await startFakeSite(options);
  const search = await startFakeSearch({ ...options, listPages: site.listPages });
  const hosts = Object.values(site.origins).map((origin) => new URL(origin).host);
  return {
    site,
    search,
    hosts,
    environment: {
      SEARCH_PROVIDER: 'searxng',
      SEARCH_URL: search.url,
      SEARCH_USD_PER_1000: '5',
      OUTBOUND_ALLOWED_HOSTS: hosts.join(','),
    },
    close: async () => void (await Promise.all([site.close(), search.close()])),
  };
}
