import { openDatabase } from '@ecp/database/database';
import { takeLease } from '@ecp/database/executor-lease';
import { openWorkQueue } from '@ecp/durable-work/work-queue';
import { enqueueWork } from '@ecp/durable-work/works';
import { median, type Section, whole } from '../report.ts';
import type { Bench } from '../servers.ts';

const works = 1_000;
const turns = 5;
/** Places of the queue in the process. A mail queue has 20, and a platform follows 10,000 runs. */
const places = [20, 10_000];
const pollMs = 250;
/** Every sender waits for one of ten connections. */
const connectionTimeoutMs = 300_000;

/** Does many small works at once through the durable queue of one process. */
export async function measureWorks({ database: server, report }: Bench): Promise<Section> {
  const url = await server.create('bench_works');
  const tell = (_details: object, line: string) => report(line);
  const log = { info: () => undefined, warn: tell, error: tell };
  const lease = await takeLease(url, 'platform', log);
  const database = openDatabase({ url, connectionTimeoutMs, maxConnections: 10 });
  const rows: string[][] = [['Works', 'ms to enqueue', 'ms until all are done', 'works a second']];
  let left = 0;
  let end = () => {};
  const queue = openWorkQueue({
    service: 'platform',
    url,
    fenced: false,
    lease,
    pollMs,
    log,
    queues: Object.fromEntries(places.map((concurrency) => [`of ${concurrency}`, { concurrency }])),
    onFailure: () => null,
    async handler() {
      left -= 1;
      if (left === 0) end();
    },
  });
  queue.start();
  for (const concurrency of places) {
    const name = `of ${concurrency}`;
    const times: [enqueuedMs: number, doneMs: number][] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const { promise: done, resolve } = Promise.withResolvers<void>();
      [left, end] = [works, resolve];
      const startedMs = performance.now();
      const add = (number: number) => {
        const work = {
          id: `${name}/${turn}/${number}`,
          kind: 'nothing',
          queue: name,
          input: { number },
        };
        return database.batchTenant('bench', [enqueueWork('platform', work)]);
      };
      await Promise.all(Array.from({ length: works }, (_, number) => add(number)));
      const enqueuedMs = performance.now() - startedMs;
      await done;
      // The first turn warms up.
      if (turn > 0) times.push([enqueuedMs, performance.now() - startedMs]);
    }
    report(
      `${works} works, ${concurrency} places: ${JSON.stringify(times.map((turn) => turn.map(Math.round)))} ms`,
    );
    const [enqueuedMs, doneMs] = [0, 1].map((index) =>
      median(times.map((turn) => turn[index] ?? 0)),
    ) as [number, number];
    rows.push([
      `${whole(concurrency)} places`,
      whole(enqueuedMs),
      whole(doneMs),
      whole((works * 1_000) / doneMs),
    ]);
  }
  await queue.close();
  await lease.release();
  await database.close();
  const text = `${whole(works)} works that do nothing are enqueued at once, each in a transaction of its own over ten connections, while one process takes and ends them. Medians of ${turns} turns.`;
  return { title: 'Durable works', content: [text, rows], goals: [] };
}
