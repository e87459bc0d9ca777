import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@ecp/database/database';
import { eventStatement } from '../../../apps/engine/src/kernel/events/emit-event.ts';
import { controlChannel } from '../../../apps/engine/src/kernel/signals/run-signals.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { readCpuMs } from '../cpu-time.ts';
import type { StreamDelays, StreamJob } from './open-streams.ts';
import { type RunningEngagement, startRunningEngagements } from './start-running-engagements.ts';

/** A tenant may open 200 streams, and a key 20. */
export const streamSizes = { tenants: 25, keys: 10, streamsOfKey: 20, warmUpSeconds: 10, seconds: 20 } as const;

type StreamSizes = Record<keyof typeof streamSizes, number>;

/** The figures of open streams. */
export interface StreamFigures {
  streams: number;
  /** Growth of the resident memory of each process, per stream. */
  platformKb: number;
  engineKb: number;
  /** Events of the runs spread over the second, and all at the same moment. */
  spread: StreamDelays;
  together: StreamDelays;
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

/** Opens thousands of streams on a platform, sends each an event a second, and measures delays and memory. */
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
  const endEvents = new AbortController();
  try {
    const open = async (ofKey: number) => {
      const readers = await openStreams(Number(new URL(product.baseUrl).port), product.engagements, ofKey);
      opened.push(readers);
      return readers;
    };
    // Code and buffers that the first streams need are there before memory is measured.
    const first = await open(2);
    let spreadMs = 1_000;
    const sending = sendEvents(source, product.engagements, () => spreadMs, endEvents.signal);
    await wait(sizes.warmUpSeconds * 1_000);
    first.kill();
    await wait(sizes.warmUpSeconds * 1_000);
    const readMemory = () => Promise.all([readRssKb(product.platformPid), readRssKb(product.enginePid)]);
    const before = await readMemory();
    const readers = await open(sizes.streamsOfKey);
    await wait(sizes.warmUpSeconds * 1_000);
    const measure = async () => {
      await readers.take();
      const cpuBeforeMs = (await readCpuMs(product.platformPid)) ?? Number.NaN;
      await wait(sizes.seconds * 1_000);
      const delays = await readers.take();
      const cpuMs = ((await readCpuMs(product.platformPid)) ?? Number.NaN) - cpuBeforeMs;
      return { delays, cpuUs: (cpuMs * 1_000) / delays.events };
    };
    const spread = await measure();
    const after = await readMemory();
    spreadMs = 0;
    await wait(1_000);
    const together = await measure();
    endEvents.abort();
    await sending;
    const [platformKb = 0, engineKb = 0] = after.map((kb, index) => (kb - (before[index] ?? 0)) / streams);
    const memory = { streams, platformKb, engineKb };
    const figures = { ...memory, spread: spread.delays, together: together.delays, platformCpuUs: spread.cpuUs };
    report(`Streams: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    endEvents.abort();
    for (const readers of opened) readers.kill();
    await source.close();
    await product.close();
  }
}

async function openStreams(port: number, engagements: RunningEngagement[], ofKey: number) {
  const streams = engagements.flatMap(({ engagementId, keys }) =>
    keys.flatMap((key) => Array.from({ length: ofKey }, () => ({ engagementId, key }))),
  );
  const program = fileURLToPath(new URL('open-streams.ts', import.meta.url));
  const child = fork(program);
  child.send({ port, streams } satisfies StreamJob);
  await once(child, 'message');
  return {
    kill: () => void child.kill('SIGKILL'),
    /** Returns the delays since the last call. */
    async take(): Promise<StreamDelays> {
      child.send('take');
      const [delays] = (await once(child, 'message')) as [StreamDelays];
      return delays;
    },
  };
}

/**
 * Stores an event in each run every second, as a call of the engine does, until `signal` aborts. The runs take turns over
 * `spreadMs`.
 */
async function sendEvents(
  source: Database,
  engagements: RunningEngagement[],
  spreadMs: () => number,
  signal: AbortSignal,
): Promise<void> {
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
  for (let number = 0; !signal.aborted; number += 1) {
    const second = pause(1_000);
    await Promise.all(
      engagements.map(async ({ tenantId, runId }, turn) => {
        await pause((spreadMs() * turn) / engagements.length);
        const event = { type: 'log', ...facts, message: `Read source ${number} of the market` } as const;
        await source.batchTenant(tenantId, [
          eventStatement({ tenantId, runId }, `bench:${number}`, event),
          { name: 'tell_engine', text: 'select pg_notify($1, $2)', values: [controlChannel, runId] },
        ]);
      }),
    );
    await second;
  }
}

const facts = { level: 'info', code: 'note', agent: null, taskId: null } as const;

async function readRssKb(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Reads how many descriptors a process may have. Node raises the soft limit to the hard one by itself. */
async function readDescriptorLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
