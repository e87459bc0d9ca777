import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../median.ts';
import type { RunningServer } from '../programs.ts';
import { startPlatform } from '../start-platform.ts';
import { largeTenant, tenantKey } from './fill-tenants.ts';

/** A filled database. */
export interface FilledDatabase {
  url: string;
  /** Engagements of the tenant that is read, and the newest of them that have rows of the search. */
  engagements: number;
  searched: number;
}

/** Medians of one endpoint in milliseconds, at both sizes. */
export interface GrowthFigures {
  title: string;
  smallMs: number;
  largeMs: number;
  /** Slowest response at the large size. */
  slowestMs: number;
}

type Target = RunningServer & Omit<FilledDatabase, 'url'>;
type Size = Pick<FilledDatabase, 'engagements' | 'searched'>;

/** Requests of each endpoint and size. */
const rounds = 60;
/** Requests before the measured ones. The server prepares a plan for any value at the sixth. */
const warmUps = 15;
/** A request that takes longer has failed. */
const timeLimitMs = 120_000;
/** The platform's limit for a statement. */
const statementLimitMs = 60_000;
/** Time after which no more requests of one endpoint are made. */
const readLimitMs = 30_000;

/** The paths that are measured, for the request of a number and the size of the database. */
const reads: Record<string, (request: number, size: Size) => string> = {
  'Get Engagement': (request, { engagements }) => `/engagements/${engagementId(request, engagements)}`,
  'List, first page': () => '/engagements?limit=50',
  'List, first page, cached': () => '/engagements',
  'List, page in the middle': (request, { engagements }) =>
    `/engagements?limit=50&cursor=${cursorAt(request, engagements)}`,
  'List by status, frequent': () => '/engagements?limit=50&status=completed',
  'List by status, rare': () => '/engagements?limit=50&status=failed',
  'List by status, none': () => '/engagements?limit=50&status=running',
  'List by words in names': (request, size) => `/engagements?limit=50&q=ment%20${searchedNumberOf(request, size)}`,
  'List by client': (request, size) =>
    `/engagements?limit=50&q=wind%20${Math.floor(searchedNumberOf(request, size) / 40)}`,
  'List by words that are nowhere': (request) => `/engagements?limit=50&q=nowhere${request}`,
  'Summaries, latest change first': () => '/engagement-summaries?limit=50',
  'Summaries by name': () => '/engagement-summaries?limit=50&sort=name',
  'Summaries by client': () => '/engagement-summaries?limit=50&sort=client',
  'Summaries by owner': () => '/engagement-summaries?limit=50&sort=owner',
  'Summaries by due date': () => '/engagement-summaries?limit=50&sort=due',
  'Summaries by what waits': () => '/engagement-summaries?limit=50&sort=waiting',
  'Summaries by what waits, least first': () => '/engagement-summaries?limit=50&sort=waiting&order=asc',
  'Summaries by status': () => '/engagement-summaries?limit=50&sort=status',
  'Summaries of a status': () => '/engagement-summaries?limit=50&status=failed',
  'Summaries of a status by name': () => '/engagement-summaries?limit=50&status=failed&sort=name',
  'Summaries of a status by due date': () => '/engagement-summaries?limit=50&status=failed&sort=due',
  'Summaries of a status that none has': () => '/engagement-summaries?limit=50&status=running&sort=client',
  'Summaries by client and words': (request, size) =>
    `/engagement-summaries?limit=50&sort=client&q=wind%20${Math.floor(searchedNumberOf(request, size) / 40)}`,
  Queue: () => '/queue?limit=50&scope=all',
  'Queue of a kind': () => '/queue?limit=50&scope=all&kind=failed_run',
  'Count of the queue': () => '/queue/count?scope=all',
  'Search, common word': (request) => `/search?q=${commonWords[request % commonWords.length]}`,
  'Search, rare word': (request, size) => `/search?q=topic${Math.floor(searchedNumberOf(request, size) / 7)}`,
  'Search, two words': (request) => `/search?q=${commonWords[request % commonWords.length]}%20term${request}`,
  'Search, part of a common word': (request) => `/search?q=${commonWords[request % commonWords.length]?.slice(0, -2)}`,
  'Search, word of most titles': () => '/search?q=findings',
  'Audit log, first page': () => '/audit-log',
  'Audit log of an action': () => '/audit-log?action=run.start',
  'Audit log of a person': () => `/audit-log?userId=${largeTenant}-user-0`,
  'Admin health': () => '/admin/health',
  Insights: () => '/insights',
  'Analytics of an engagement': (request, { engagements }) =>
    `/engagements/${engagementId(request, engagements)}/analytics`,
};

const commonWords = ['margin', 'logistics', 'pricing', 'supplier'];

/** Returns the number of an engagement somewhere in the tenant. */
const numberOf = (request: number, engagements: number) => 1 + ((request * 7_919 + 11) % engagements);
/** Returns the number of one that is in the search. */
const searchedNumberOf = (request: number, { engagements, searched }: Size) =>
  engagements - searched + numberOf(request, searched);
const engagementId = (request: number, engagements: number) =>
  `e${String(numberOf(request, engagements)).padStart(9, '0')}`;

/** Returns the cursor after some engagement, as the list makes it. */
function cursorAt(request: number, engagements: number): string {
  const midnightMs = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const createdMs = midnightMs - (engagements - numberOf(request, engagements)) * 20_000;
  return Buffer.from(`${createdMs}000.${engagementId(request, engagements)}`).toString('base64url');
}

/**
 * Reads both databases over the product's HTTP API in turn, request by request, so that noise affects both equally.
 * A request that ends at the statement limit counts with its time. Throws when a request is refused.
 */
export async function measureGrowth(
  small: FilledDatabase,
  large: FilledDatabase,
  report: (line: string) => void,
): Promise<GrowthFigures[]> {
  const targets = [await openTarget(small), await openTarget(large)] as const;
  try {
    const figures: GrowthFigures[] = [];
    for (const [title, pathOf] of Object.entries(reads)) {
      figures.push(await measureRead(targets, title, pathOf));
      const { smallMs, largeMs } = figures.at(-1) ?? { smallMs: Number.NaN, largeMs: Number.NaN };
      report(`${title}: ${smallMs.toFixed(1)} ms, ${largeMs.toFixed(1)} ms, ${(largeMs / smallMs).toFixed(2)}`);
    }
    return [...figures, await measureAnalysis(targets, report)];
  } finally {
    for (const { stop } of targets) await stop();
  }
}

async function openTarget({ url, ...size }: FilledDatabase): Promise<Target> {
  return { ...(await startPlatform(url)), ...size };
}

async function measureRead(
  targets: readonly [Target, Target],
  title: string,
  pathOf: (request: number, size: Size) => string,
): Promise<GrowthFigures> {
  const times: [number[], number[]] = [[], []];
  let spentMs = 0;
  // A scan of seconds needs no sixty rounds to be seen.
  for (let request = 0; request < warmUps + rounds && spentMs <= readLimitMs; request += 1) {
    for (const [index, target] of targets.entries()) {
      const tookMs = await timeRequest(target, 'GET', pathOf(request, target));
      spentMs += tookMs;
      times[index === 0 ? 0 : 1].push(tookMs);
    }
  }
  const [small, large] = times.map((all) => (all.length > warmUps ? all.slice(warmUps) : all)) as [number[], number[]];
  return { title, smallMs: median(small), largeMs: median(large), slowestMs: Math.max(...large) };
}

/** Measures an analysis of all runs, from its beginning until its findings are there. */
async function measureAnalysis(
  targets: readonly [Target, Target],
  report: (line: string) => void,
): Promise<GrowthFigures> {
  const times: number[] = [];
  for (const target of targets) {
    const startedMs = performance.now();
    await timeRequest(target, 'POST', '/insights/analyze');
    while (!(await isAnalysed(target)) && performance.now() - startedMs < timeLimitMs) {
      await wait(20);
    }
    times.push(performance.now() - startedMs);
  }
  const [smallMs = Number.NaN, largeMs = Number.NaN] = times;
  report(`Analysis: ${Math.round(smallMs)} ms, ${Math.round(largeMs)} ms`);
  return { title: 'Analysis of patterns, in the background', smallMs, largeMs, slowestMs: largeMs };
}

async function isAnalysed({ baseUrl }: Target): Promise<boolean> {
  const response = await fetch(`${baseUrl}/api/insights`, { headers: { authorization: `Bearer ${tenantKey}` } });
  const { analysis } = (await response.json()) as { analysis: { status: string } | null };
  return analysis?.status === 'completed';
}

/** Sends a request and reads its whole response; returns the time in milliseconds. Throws when it is refused. */
async function timeRequest({ baseUrl }: Target, method: 'GET' | 'POST', path: string): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(`${baseUrl}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${tenantKey}` },
    signal: AbortSignal.timeout(timeLimitMs),
  });
  const text = await response.text();
  const tookMs = performance.now() - startedMs;
  if (!response.ok && tookMs < statementLimitMs)
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return tookMs;
}
