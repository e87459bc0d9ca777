import { readFile } from 'node:fs/promises';
import { type FillPlan, fillTenants, largeTenant, tenantKey, waiting } from './fill-tenants.ts';
import { atMost, median, type Section, whole } from './report.ts';
import { type Bench, type RunningServer, startPlatform } from './servers.ts';

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

/** The paths that are measured, for the request of a number and the engagements of the tenant. */
const reads: Record<string, (request: number, engagements: number) => string> = {
  'Get Engagement': (request, all) => `/engagements/${engagementId(request, all)}`,
  'List, first page': () => '/engagements?limit=50',
  'List, page in the middle': (request, all) =>
    `/engagements?limit=50&cursor=${cursorAt(request, all)}`,
  'List by status, rare': () => '/engagements?limit=50&status=failed',
  'List by status, none': () => '/engagements?limit=50&status=running',
  'List by words in names': (request, all) =>
    `/engagements?limit=50&q=ment%20${numberOf(request, all)}`,
  'List by client': (request, all) =>
    `/engagements?limit=50&q=wind%20${Math.floor(numberOf(request, all) / 40)}`,
  'List by words that are nowhere together': (request) =>
    `/engagements?limit=50&q=wind%201%20${request}`,
  'List by words that are nowhere': (request) => `/engagements?limit=50&q=nowhere${request}`,
  ...Object.fromEntries(
    [
      '',
      '&sort=name',
      '&sort=client',
      '&sort=owner',
      '&sort=due',
      '&sort=waiting',
      '&sort=status',
      '&status=failed',
    ].map((order) => [`Summaries ${order}`.trim(), () => `/engagement-summaries?limit=50${order}`]),
  ),
  Queue: () => '/queue?limit=50&scope=all',
  'Queue of a kind': () => '/queue?limit=50&scope=all&kind=failed_run',
  'Count of the queue': () => '/queue/count?scope=all',
  'Search, common word': (request) => `/search?q=${commonWords[request % commonWords.length]}`,
  'Search, rare word': (request, all) => `/search?q=topic${Math.floor(numberOf(request, all) / 7)}`,
  'Search, two words': (request) =>
    `/search?q=${commonWords[request % commonWords.length]}%20term${request}`,
  'Search, word of most titles': () => '/search?q=findings',
  'Audit log, first page': () => '/audit-log',
  'Audit log of an action': () => '/audit-log?action=run.start',
  'Audit log of a person': () => `/audit-log?userId=${largeTenant}-user-0`,
  'Admin health': () => '/admin/health',
  Insights: () => '/insights',
  'Analytics of an engagement': (request, all) =>
    `/engagements/${engagementId(request, all)}/analytics`,
};

const commonWords = ['margin', 'logistics', 'pricing', 'supplier'];

/** Returns the number of an engagement somewhere in the tenant. */
const numberOf = (request: number, engagements: number) =>
  1 + ((request * 7_919 + 11) % engagements);
const engagementId = (request: number, engagements: number) =>
  `e${String(numberOf(request, engagements)).padStart(9, '0')}`;

/** Returns the cursor after some engagement, as the list makes it. */
function cursorAt(request: number, engagements: number): string {
  const midnightMs = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const createdMs = midnightMs - (engagements - numberOf(request, engagements)) * 20_000;
  return Buffer.from(`${createdMs}000.${engagementId(request, engagements)}`).toString('base64url');
}

/**
 * Fills a small and a large database and reads both over HTTP in turn, request by request, so that
 * noise affects both equally. A million engagements take half an hour and 15 GB below the system's
 * folder for temporary files.
 */
export async function measureGrowth({ database, plan, report }: Bench): Promise<Section> {
  const shape = { documents: 2, auditEntries: 3 };
  const small = { ...shape, engagements: Math.min(1_000, plan.engagements), tenants: 10 };
  const large = {
    ...shape,
    engagements: plan.engagements,
    tenants: Math.max(10, plan.engagements / 100),
  };
  const open = async (name: string, fill: FillPlan): Promise<Target> => {
    const url = await database.create(name);
    await fillTenants(url, fill, report);
    return { ...(await startPlatform(url)), engagements: fill.engagements };
  };
  const targets = [await open('growth_small', small), await open('growth_large', large)] as const;
  const rows: string[][] = [];
  let worst = 0;
  try {
    for (const [title, pathOf] of Object.entries(reads)) {
      const [smallMs, largeMs, slowestMs] = await measureRead(targets, pathOf);
      worst = Math.max(worst, largeMs / smallMs);
      rows.push([
        title,
        smallMs.toFixed(1),
        largeMs.toFixed(1),
        (largeMs / smallMs).toFixed(2),
        slowestMs.toFixed(1),
      ]);
      report(rows.at(-1)?.join(', ') ?? '');
    }
  } finally {
    for (const { stop } of targets) await stop();
  }
  const sizeOf = ({ engagements, tenants, documents, auditEntries }: FillPlan) =>
    `${whole(engagements)} engagements in one tenant of ${whole(tenants)}, each with ${documents} documents and ${auditEntries} entries of the audit log`;
  return {
    title: 'Reads of a large tenant',
    content: [
      `Two databases are compared: ${sizeOf(small)}; and ${sizeOf(large)}. As much waits in either: the failed runs and open comments of the newest ${whole(waiting.engagements)} engagements, and the documents of the newest ${waiting.inReview}. So the queue, its count and the orders by what waits show whether they find this among everything else, and not how they grow with it. Both databases are filled by SQL and analysed. One platform reads each over HTTP, request by request in turn; figures are medians in milliseconds.`,
      [['Read', 'small ms', 'large ms', 'ratio', 'slowest at large ms'], ...rows],
    ],
    goals: [atMost('Largest ratio of a read', 1.3, '', worst)],
  };
}

type Target = RunningServer & { engagements: number };

/** Returns the medians of both sizes and the slowest response of the large one, in milliseconds. */
async function measureRead(
  targets: readonly [Target, Target],
  pathOf: (request: number, engagements: number) => string,
): Promise<[smallMs: number, largeMs: number, slowestMs: number]> {
  const times: [number[], number[]] = [[], []];
  let spentMs = 0;
  // A scan of seconds needs no sixty rounds to be seen.
  for (let request = 0; request < warmUps + rounds && spentMs <= readLimitMs; request += 1) {
    for (const [index, target] of targets.entries()) {
      const tookMs = await timeRequest(target, pathOf(request, target.engagements));
      spentMs += tookMs;
      times[index === 0 ? 0 : 1].push(tookMs);
    }
  }
  const [small, large] = times.map((all) => (all.length > warmUps ? all.slice(warmUps) : all)) as [
    number[],
    number[],
  ];
  return [median(small), median(large), Math.max(...large)];
}

/**
 * Sends a request and reads its whole response; returns the time in milliseconds. Throws when it is
 * refused.
 */
async function timeRequest({ baseUrl }: Target, path: string): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(`${baseUrl}/api${path}`, {
    headers: { authorization: `Bearer ${tenantKey}` },
    signal: AbortSignal.timeout(timeLimitMs),
  });
  const text = await response.text();
  const tookMs = performance.now() - startedMs;
  if (!response.ok && tookMs < statementLimitMs)
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return tookMs;
}

/** Exports after the first one. */
const laterExports = 4;
const sampleMs = 10;
const exportedEngagements = 5_000;

/**
 * Fills a database, exports the account of its tenant several times over HTTP from a new process,
 * and watches the memory of the platform.
 */
export async function measureExport({ database, report }: Bench): Promise<Section> {
  const url = await database.create('bench_export');
  await fillTenants(
    url,
    { engagements: exportedEngagements, documents: 2, tenants: 1, auditEntries: 3 },
    report,
  );
  const platform = await startPlatform(url);
  const pid = platform.process.pid ?? 0;
  try {
    // The first request of a process also opens its connections.
    await readWhole(`${platform.baseUrl}/api/engagements?limit=1`);
    const address = `${platform.baseUrl}/api/account/export`;
    const beforeMb = await readMemoryMb(pid);
    const first = await watchMemory(pid, async () => [await readWhole(address)]);
    const later = await watchMemory(pid, async () => {
      const exports: Reading[] = [];
      for (let repeat = 0; repeat < laterExports; repeat += 1)
        exports.push(await readWhole(address));
      return exports;
    });
    const all = [...first.exports, ...later.exports];
    const firstByteOf = ({ exports }: Watched) =>
      median(exports.map(({ firstByteMs }) => firstByteMs));
    const [firstMs, laterMs] = [firstByteOf(first), firstByteOf(later)];
    const grownMb = Math.max(first.highestMb, later.highestMb) - beforeMb;
    const sizeMb = median(all.map(({ bytes }) => bytes / 1_048_576));
    const seconds = median(all.map((one) => one.seconds));
    return {
      title: 'Export of an account',
      content: [
        `${whole(2 * exportedEngagements)} documents, ${sizeMb.toFixed(0)} MB of JSON in ${seconds.toFixed(1)} s. The first byte comes after ${firstMs.toFixed(0)} ms in the first export of a new process and ${laterMs.toFixed(0)} ms in later ones. The memory of the platform grows by ${(first.highestMb - beforeMb).toFixed(0)} MB in the first export of a new process and ${grownMb.toFixed(0)} MB in all ${laterExports + 1} together.`,
      ],
      goals: [
        atMost('Export, first byte', 200, 'ms', Math.max(firstMs, laterMs)),
        atMost('Export, growth of memory', 50, 'MB', grownMb),
      ],
    };
  } finally {
    await platform.stop();
  }
}

interface Watched {
  exports: Reading[];
  highestMb: number;
}

/** Watches the memory of a process while exports are read. */
async function watchMemory(pid: number, read: () => Promise<Reading[]>): Promise<Watched> {
  let highestMb = 0;
  const look = async () => {
    highestMb = Math.max(highestMb, await readMemoryMb(pid));
  };
  await look();
  const timer = setInterval(() => void look(), sampleMs);
  const exports = await read();
  clearInterval(timer);
  await look();
  return { exports, highestMb };
}

interface Reading {
  bytes: number;
  seconds: number;
  firstByteMs: number;
}

/** Reads a response without keeping it. Throws when it is refused. */
async function readWhole(address: string): Promise<Reading> {
  const startedMs = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${tenantKey}` } });
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  let bytes = 0;
  let firstByteMs = Number.NaN;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    if (bytes === 0) firstByteMs = performance.now() - startedMs;
    bytes += chunk.length;
  }
  return { bytes, seconds: (performance.now() - startedMs) / 1_000, firstByteMs };
}

/** Returns the resident memory of a process in MB, from Linux' `/proc`. */
async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
