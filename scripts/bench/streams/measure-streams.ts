import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@ecp/database/database';
import { eventStatement } from '../../../apps/engine/src/kernel/events.ts';
import { controlChannel } from '../../../apps/engine/src/kernel/signals.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { readCpuMs } from '../cpu-time.ts';
import type { StreamDelays, StreamJob } from './open-streams.ts';
import {
  type RunningEngagement,
  type RunningEngagements,
  startRunningEngagements,
} from './start-running-engagements.ts';

/** A tenant may open 200 streams, and a key 20. */
export const streamSizes = { tenants: 25, keys: 10, streamsOfKey: 20, warmUpSeconds: 10, seconds: 20 } as const;

type StreamSizes = Record<keyof typeof streamSizes, number>;

/** The delays of all events of a measurement. */
export interface MeasuredDelays extends StreamDelays {
  /** Events that were due, of all streams. */
  expected: number;
  /** The longest time by which an event was stored after it was due. */
  senderLateMs: number;
}

/** The figures of open streams. */
export interface StreamFigures {
  streams: number;
  /** Growth of the resident memory of each process, per stream. */
  platformKb: number;
  engineKb: number;
  /** Events of the runs spread over the second, and all at the same moment. */
  spread: MeasuredDelays;
  together: MeasuredDelays;
  /** CPU time of the platform for each event of each stream, while they are spread. */
  platformCpuUs: number;
}

/** A process may have too few descriptors for the streams. */
export interface TooFewDescriptors {
  descriptors: number;
  needed: number;
}

/** Counts the descriptors that a process needs: its streams, and 500 for all else. */
export const neededDescriptors = ({ tenants, keys, streamsOfKey }: StreamSizes = streamSizes): number =>
  tenants * keys * streamsOfKey + 500;

/** Time after the last event, in which it arrives. */
const arrivalMs = 2_000;

/**
 * Opens thousands of streams on a platform, sends each an event a second, and measures delays and memory. Throws if a
 * stream breaks, or if events are missing or out of order.
 */
export async function measureStreams(
  database: BenchDatabase,
  report: (line: string) => void,
  sizes: StreamSizes = streamSizes,
): Promise<StreamFigures | TooFewDescriptors> {
  const streams = sizes.tenants * sizes.keys * sizes.streamsOfKey;
  const descriptors = await readDescriptorLimit();
  const needed = neededDescriptors(sizes);
  if (descriptors < needed) {
    report(`${streams} streams need ${needed} descriptors, but \`ulimit -Hn\` is ${descriptors}`);
    return { descriptors, needed };
  }
  const product = await startRunningEngagements(database, { name: 'bench_streams', ...sizes });
  const source = openDatabase({ url: product.databaseUrl });
  const opened: { kill(): void }[] = [];
  try {
    const figures = await measureProduct(product, sizes, createSender(source, product.engagements), async (ofKey) => {
      const readers = await openStreams(Number(new URL(product.baseUrl).port), product.engagements, ofKey);
      opened.push(readers);
      return readers;
    });
    report(`Streams: ${JSON.stringify(figures)}`);
    for (const { broken, wrong, events, expected } of [figures.spread, figures.together]) {
      if (broken + wrong > 0 || events !== expected) throw new Error('Streams broke, or events are missing');
    }
    return figures;
  } finally {
    for (const readers of opened) readers.kill();
    await source.close();
    await product.close();
  }
}

/** Measures a product whose runs are waiting. `open` opens that many streams of each key. */
async function measureProduct(
  { platformPid, enginePid }: RunningEngagements,
  sizes: StreamSizes,
  send: ReturnType<typeof createSender>,
  open: (ofKey: number) => ReturnType<typeof openStreams>,
): Promise<StreamFigures> {
  const streams = sizes.tenants * sizes.keys * sizes.streamsOfKey;
  const readMemory = () => Promise.all([readRssKb(platformPid), readRssKb(enginePid)]);
  // Code and buffers that the first streams need are there before memory is measured.
  const first = await open(2);
  await send(sizes.warmUpSeconds, 1_000);
  first.kill();
  await send(sizes.warmUpSeconds, 1_000);
  const before = await readMemory();
  const readers = await open(sizes.streamsOfKey);
  await send(sizes.warmUpSeconds, 1_000);
  const measure = async (spreadMs: number) => {
    await readers.take();
    const cpuBeforeMs = (await readCpuMs(platformPid)) ?? Number.NaN;
    const senderLateMs = await send(sizes.seconds, spreadMs);
    const delays = await readers.take();
    const cpuMs = ((await readCpuMs(platformPid)) ?? Number.NaN) - cpuBeforeMs;
    const expected = streams * sizes.seconds;
    return { delays: { ...delays, expected, senderLateMs }, cpuUs: (cpuMs * 1_000) / delays.events };
  };
  const spread = await measure(1_000);
  const after = await readMemory();
  const together = await measure(0);
  const [platformKb = 0, engineKb = 0] = after.map((kb, index) => (kb - (before[index] ?? 0)) / streams);
  const delays = { spread: spread.delays, together: together.delays };
  return { streams, platformKb, engineKb, ...delays, platformCpuUs: spread.cpuUs };
}

async function openStreams(port: number, engagements: RunningEngagement[], ofKey: number) {
  const streams = engagements.flatMap(({ engagementId, keys }) =>
    keys.flatMap((key) => Array.from({ length: ofKey }, () => ({ engagementId, key }))),
  );
  const program = fileURLToPath(new URL('open-streams.ts', import.meta.url));
  const child = fork(program);
  const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The readers ended with ${code}`)));
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
 * Returns a function that stores an event in each run every second, as a call of the engine does, by a timetable. The
 * runs take turns over `spreadMs`. When all events have arrived, it returns by how many milliseconds one was stored late
 * at most.
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

const facts = { level: 'info', code: 'note', agent: null, taskId: null } as const;
/** The beginning of each message, by which readers know these events. */
const marker = 'Read source';

async function readRssKb(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Reads how many descriptors a process may have. Node raises the soft limit to the hard one by itself. */
async function readDescriptorLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
