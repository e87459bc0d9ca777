import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@ecp/database/database';
import { eventStatement } from '../../../apps/engine/src/kernel/events/emit-event.ts';
import { controlChannel } from '../../../apps/engine/src/kernel/signals/run-signals.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { StreamDelays, StreamJob } from './open-streams.ts';
import { type RunningEngagement, startRunningEngagements } from './start-running-engagements.ts';

/** A tenant may open 200 streams, and a key 20. */
export const streamSizes = { tenants: 25, keys: 10, streamsOfKey: 20, warmUpSeconds: 5, seconds: 20 } as const;

/** The figures of open streams, or how many descriptors a process may have when they are too few. */
export type StreamFigures =
  | { descriptors: number }
  | (StreamDelays & { streams: number; platformKb: number; engineKb: number });

/** Descriptors of a process beside its streams. */
const otherDescriptors = 500;

/** Opens thousands of streams on a platform, sends each an event a second, and measures delays and memory. */
export async function measureStreams(
  database: BenchDatabase,
  report: (line: string) => void,
  sizes: { tenants: number; keys: number; streamsOfKey: number; warmUpSeconds: number; seconds: number } = streamSizes,
): Promise<StreamFigures> {
  const streams = sizes.tenants * sizes.keys * sizes.streamsOfKey;
  const descriptors = await readDescriptorLimit();
  if (descriptors < streams + otherDescriptors) {
    report(`${streams} streams need ${streams + otherDescriptors} descriptors; \`ulimit -n\` allows ${descriptors}`);
    return { descriptors };
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
    const sending = sendEvents(source, product.engagements, endEvents.signal);
    await wait(sizes.warmUpSeconds * 1_000);
    first.kill();
    await wait(1_000);
    const readMemory = () => Promise.all([readRssKb(product.platformPid), readRssKb(product.enginePid)]);
    const before = await readMemory();
    const readers = await open(sizes.streamsOfKey);
    await wait(sizes.warmUpSeconds * 1_000);
    await readers.take();
    await wait(sizes.seconds * 1_000);
    const delays = await readers.take();
    const after = await readMemory();
    endEvents.abort();
    await sending;
    const [platformKb = 0, engineKb = 0] = after.map((kb, index) => (kb - (before[index] ?? 0)) / streams);
    report(`Streams: ${JSON.stringify({ ...delays, platformKb, engineKb })}`);
    return { ...delays, streams, platformKb, engineKb };
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
  const child = fork(program, [JSON.stringify({ port, streams } satisfies StreamJob)]);
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

/** Stores an event in each run every second, as a call of the engine does, until `signal` aborts. */
async function sendEvents(source: Database, engagements: RunningEngagement[], signal: AbortSignal): Promise<void> {
  const facts = { level: 'info', code: 'note', agent: null, taskId: null } as const;
  for (let number = 0; !signal.aborted; number += 1) {
    const second = wait(1_000, undefined, { signal }).catch(() => undefined);
    await Promise.all(
      engagements.map(({ tenantId, runId }) => {
        const event = { type: 'log', ...facts, message: `Read source ${number} of the market` } as const;
        return source.batchTenant(tenantId, [
          eventStatement({ tenantId, runId }, `bench:${number}`, event),
          { name: 'tell_engine', text: 'select pg_notify($1, $2)', values: [controlChannel, runId] },
        ]);
      }),
    );
    await second;
  }
}

async function readRssKb(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Reads how many descriptors a process may have. Node raises the soft limit to the hard one by itself. */
async function readDescriptorLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
