import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { KnownPage } from './fake-search.ts';
import { type Publisher, publishers, type SitePage } from './site-page.ts';
import { movedPage, sitePages } from './site-pages.ts';
import { writeHtml, writePdf } from './write-page.ts';

/** A request that the site got. */
export interface SiteRequest {
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

export interface FakeSiteOptions {
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

/** Starts the site. */
export async function startFakeSite({ firstPort }: FakeSiteOptions = {}): Promise<FakeSite> {
  const servers: Server[] = [];
  const state: SiteState = {
    origins: { operator: '', port: '', grid: '', press: '', ministry: '', yard: '' },
    requests: [],
    ...{ hasMovedOn: false, bodies: new Map(), robots: new Map(), holds: new Map() },
  };
  for (const [index, publisher] of publishers.entries()) {
    const server = createServer((request, response) => void answer(state, publisher, request, response));
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
        return text === null ? [] : [{ url: addressOf(page.publisher + page.path), title: page.title, text }];
      }),
    countRequests: (target) => requests.filter(({ publisher, path }) => publisher + path === target).length,
    moveOn() {
      state.hasMovedOn = true;
    },
    setBody: (target, body) => void state.bodies.set(target, body),
    setRobots: (publisher, given) => void state.robots.set(publisher, given),
    hold(target) {
      const hold = { arrived: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
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
    sendRobots(response, state.robots.get(publisher) ?? { status: usualRobots[publisher] ? 200 : 404 }, publisher);
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
  sendPage(request, response, page, isPdf(page) ? writePdf(page, body) : writeHtml(page, body, linkTo));
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

function sendPage(request: IncomingMessage, response: ServerResponse, page: SitePage, content: string | Buffer): void {
  const type = isPdf(page) ? 'application/pdf' : 'text/html; charset=utf-8';
  const zips = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  const head = { 'content-type': type, ...(zips ? { 'content-encoding': 'gzip' } : {}) };
  response.writeHead(200, head).end(zips ? gzipSync(content) : content);
}
