import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@ecp/database/database';
import { eventStatement } from '../../apps/server/src/engine/kernel/events.ts';
import { controlChannel } from '../../apps/server/src/engine/kernel/waiting.ts';
import { startEngineProcess } from '../../apps/server/testing/engine/engine-process.ts';
import { startPricedProvider } from '../../apps/server/testing/engine/priced-provider.ts';
import { readCpuMs } from './machine.ts';
import type { StreamDelays, StreamJob } from './open-streams.ts';
import { atMost, type Section, whole } from './report.ts';
import { insertTenant } from './seed-tenants.ts';
import { type Bench, type BenchDatabase, startPlatform } from './servers.ts';

/** A key may open 20 streams, and a tenant 200. */
const streamsOfKey = 20;
const keysOfTenant = 10;
const warmUpSeconds = 10;
const measuredSeconds = 20;
/** Time after the last event, in which it arrives. */
const arrivalMs = 2_000;

/** The delays of all events of a measurement. */
interface MeasuredDelays extends StreamDelays {
  /** Events that were due, of all streams. */
  expected: number;
  /** The longest time by which an event was stored after it was due. */
  senderLateMs: number;
}

interface StreamFigures {
  /** Growth of the resident memory of each process, per stream. */
  platformKb: number;
  engineKb: number;
  /** Events of the runs spread over the second, and all at the same moment. */
  spread: MeasuredDelays;
  together: MeasuredDelays;
  /** CPU time of the platform for each event of each stream, while they are spread. */
  platformCpuUs: number;
}

/**
 * Opens thousands of streams on a platform, sends each an event a second, and measures delays and
 * memory. Throws if a stream breaks, or if events are missing or out of order.
 */
export async function measureStreams({ database, plan, report }: Bench): Promise<Section> {
  const tenants = Math.ceil(plan.streams / (streamsOfKey * keysOfTenant));
  const needed = tenants * keysOfTenant * streamsOfKey + 500;
  const descriptors = await readDescriptorLimit();
  if (descriptors < needed) {
    const reason = `Not measured: the streams need ${whole(needed)} descriptors in a process, and \`ulimit -Hn\` is ${whole(descriptors)}.`;
    report(reason);
    return { title: 'Open streams', content: [reason], goals: goalsOf(undefined) };
  }
  const product = await startRunningEngagements(database, tenants);
  const source = openDatabase({ url: product.databaseUrl });
  const opened: { kill(): void }[] = [];
  try {
    const figures = await measureProduct(
      product,
      createSender(source, product.engagements),
      async (ofKey) => {
        const readers = await openStreams(
          Number(new URL(product.baseUrl).port),
          product.engagements,
          ofKey,
        );
        opened.push(readers);
        return readers;
      },
    );
    report(`Streams: ${JSON.stringify(figures)}`);
    for (const { broken, wrong, events, expected } of [figures.spread, figures.together]) {
      if (broken + wrong > 0 || events !== expected)
        throw new Error('Streams broke, or events are missing');
    }
    return renderStreams(figures, tenants);
  } finally {
    for (const readers of opened) readers.kill();
    await source.close();
    await product.close();
  }
}

const goalsOf = (figures: StreamFigures | undefined) => [
  atMost('Open streams, p99 of the delay of events in turn', 100, 'ms', figures?.spread.p99Ms),
  atMost(
    'Open streams, p99 of the delay of events at one moment',
    100,
    'ms',
    figures?.together.p99Ms,
  ),
  atMost(
    'Open streams, memory of each',
    40,
    'KB',
    figures && figures.platformKb + figures.engineKb,
  ),
];

function renderStreams(figures: StreamFigures, tenants: number): Section {
  const { platformKb, engineKb, spread, together, platformCpuUs } = figures;
  const streams = whole(tenants * keysOfTenant * streamsOfKey);
  const delays = ({ p50Ms, p99Ms, slowestMs }: MeasuredDelays) =>
    [p50Ms, p99Ms, slowestMs].map(whole).join(' / ');
  return {
    title: 'Open streams',
    content: [
      `${streams} streams are open on one platform: ${tenants} runs, each read by ${keysOfTenant} keys with ${streamsOfKey} streams, which are the limits of a key and a tenant. Each run has one event a second for ${measuredSeconds} s, first in turn and then all at the same moment. The delay is from the time that Postgres gives the event to its arrival in another process, which opens the streams on bare sockets and counts an event when it is whole. An event is late by the time from its place in the timetable until it is stored, which is not part of the delay. Memory is the growth of the resident memory of each process after a warm-up. No event is missing, out of order or twice, or the measurement fails.`,
      [
        [`${streams} open streams, one event a second`, 'in turn', 'at one moment'],
        ['delay p50 / p99 / longest, ms', delays(spread), delays(together)],
        [
          'an event stored late by at most, ms',
          whole(spread.senderLateMs),
          whole(together.senderLateMs),
        ],
        [
          'memory a stream: platform + engine, KB',
          `${platformKb.toFixed(1)} + ${engineKb.toFixed(1)}`,
          '',
        ],
        ['CPU of the platform for an event of a stream, µs', whole(platformCpuUs), ''],
      ],
    ],
    goals: goalsOf(figures),
  };
}

/** Measures a product whose runs are waiting. `open` opens that many streams of each key. */
async function measureProduct(
  { platformPid, enginePid, engagements }: RunningEngagements,
  send: ReturnType<typeof createSender>,
  open: (ofKey: number) => ReturnType<typeof openStreams>,
): Promise<StreamFigures> {
  const streams = engagements.length * keysOfTenant * streamsOfKey;
  const readMemory = () => Promise.all([readRssKb(platformPid), readRssKb(enginePid)]);
  // Code and buffers that the first streams need are there before memory is measured.
  const first = await open(2);
  await send(warmUpSeconds, 1_000);
  first.kill();
  await send(warmUpSeconds, 1_000);
  const before = await readMemory();
  const readers = await open(streamsOfKey);
  await send(warmUpSeconds, 1_000);
  const measure = async (spreadMs: number) => {
    await readers.take();
    const cpuBeforeMs = (await readCpuMs(platformPid)) ?? Number.NaN;
    const senderLateMs = await send(measuredSeconds, spreadMs);
    const delays = await readers.take();
    const cpuMs = ((await readCpuMs(platformPid)) ?? Number.NaN) - cpuBeforeMs;
    const expected = streams * measuredSeconds;
    return {
      delays: { ...delays, expected, senderLateMs },
      cpuUs: (cpuMs * 1_000) / delays.events,
    };
  };
  const spread = await measure(1_000);
  const after = await readMemory();
  const together = await measure(0);
  const [platformKb = 0, engineKb = 0] = after.map(
    (kb, index) => (kb - (before[index] ?? 0)) / streams,
  );
  return {
    platformKb,
    engineKb,
    spread: spread.delays,
    together: together.delays,
    platformCpuUs: spread.cpuUs,
  };
}

async function openStreams(port: number, engagements: RunningEngagement[], ofKey: number) {
  const streams = engagements.flatMap(({ engagementId, keys }) =>
    keys.flatMap((key) => Array.from({ length: ofKey }, () => ({ engagementId, key }))),
  );
  const program = fileURLToPath(new URL('open-streams.ts', import.meta.url));
  const child = fork(program);
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The readers ended with ${code}`)),
  );
  // They are ended by a signal at the end, when nobody waits for them.
  exited.catch(() => undefined);
  const receive = async () => (await Promise.race([once(child, 'message'), exited]))[0];
  child.send({ port, marker, streams } satisfies StreamJob);
  await receive();
  return {
    kill: () => void child.kill('SIGKILL'),
    /** Returns the delays since the last call. */
    async take(): Promise<StreamDelays> {
      child.send('take');
      return (await receive()) as StreamDelays;
    },
  };
}

/**
 * Returns a function that stores an event in each run every second, as a call of the engine does,
 * by a timetable. The runs take turns over `spreadMs`. When all events have arrived, it returns by
 * how many milliseconds one was stored late at most.
 */
function createSender(source: Database, engagements: RunningEngagement[]) {
  let next = 0;
  const store = ({ tenantId, runId }: RunningEngagement, number: number) => {
    const event = { type: 'log', ...facts, message: `${marker} ${number} of the market` } as const;
    return source.batchTenant(tenantId, [
      eventStatement({ tenantId, runId }, `bench:${number}`, event),
      { name: 'tell_engine', text: 'select pg_notify($1, $2)', values: [controlChannel, runId] },
    ]);
  };
  return async (seconds: number, spreadMs: number): Promise<number> => {
    const first = next;
    next += seconds;
    const startMs = performance.now();
    const late = engagements.map(async (engagement, turn) => {
      let lateMs = 0;
      for (let second = 0; second < seconds; second += 1) {
        const dueMs = startMs + second * 1_000 + (spreadMs * turn) / engagements.length;
        await wait(Math.max(0, dueMs - performance.now()));
        await store(engagement, first + second);
        lateMs = Math.max(lateMs, performance.now() - dueMs);
      }
      return lateMs;
    });
    const longestMs = Math.max(...(await Promise.all(late)));
    await wait(arrivalMs);
    return longestMs;
  };
}

const facts = { level: 'info', code: 'task_started', agent: null, taskId: null } as const;
/** The beginning of each message, by which readers know these events. */
const marker = 'Read source';

async function readRssKb(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/**
 * Reads how many descriptors a process may have. Node raises the soft limit to the hard one by
 * itself.
 */
async function readDescriptorLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}

/** An engagement whose run waits for a model that never answers. */
interface RunningEngagement {
  tenantId: string;
  engagementId: string;
  runId: string;
  keys: string[];
}

/** A platform and an engine in processes of their own, with running engagements. */
interface RunningEngagements {
  databaseUrl: string;
  baseUrl: string;
  platformPid: number;
  enginePid: number;
  engagements: RunningEngagement[];
  close(): Promise<void>;
}

/** Starts both services and a run in each of `tenants` tenants, whose keys open the streams. */
async function startRunningEngagements(
  database: BenchDatabase,
  tenants: number,
): Promise<RunningEngagements> {
  const databaseUrl = await database.create('bench_streams');
  const provider = await startPricedProvider();
  provider.failWhen(() => ({ kind: 'hang' }));
  const engine = await startEngineProcess(databaseUrl, provider.environment);
  const platform = await startPlatform(databaseUrl);
  const close = async () => {
    await platform.stop();
    await engine.kill();
    await provider.close();
  };
  const { baseUrl } = platform;
  const engagements: RunningEngagement[] = [];
  try {
    for (let tenant = 0; tenant < tenants; tenant += 1) {
      engagements.push(await startEngagement(databaseUrl, baseUrl, `tenant-${tenant}`));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    databaseUrl,
    baseUrl,
    platformPid: platform.process.pid ?? 0,
    enginePid: engine.pid,
    engagements,
    close,
  };
}

async function startEngagement(
  databaseUrl: string,
  baseUrl: string,
  tenantId: string,
): Promise<RunningEngagement> {
  const keys = await insertTenant(databaseUrl, tenantId, keysOfTenant);
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(`${baseUrl}/api/engagements${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const tasks = [{ name: 'Market research', description: 'Size the market.' }];
  const given = {
    name: 'Growth plan',
    client: 'Northwind',
    brief: 'Whether it pays.',
    budget: 5,
    tasks,
  };
  const { id: engagementId } = await post<{ id: string }>('', given);
  const { runId } = await post<{ runId: string }>(`/${engagementId}/run`, {});
  return { tenantId, engagementId, runId, keys };
}
