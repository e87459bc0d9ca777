import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventName } from '@ecp/contract/reach/webhook-events';
import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import type { BenchDatabase } from '../bench-database.ts';
import { readCpuMs, readTreeCpuMs } from '../cpu-time.ts';
import { median } from '../median.ts';
import { runProgram } from '../programs.ts';
import { spreadOf } from '../report/spread.ts';
import { startPlatform } from '../start-platform.ts';
import type { LoopJob } from './post-in-a-loop.ts';
import type { Received } from './receiver.ts';
import type { EventsJob, EventsRecorded } from './record-events.ts';

/** Tenants with one endpoint each, the events of each tenant in a round, and the rounds. */
export const webhookSizes = { tenants: 10, events: 500, rounds: 5, loopPosts: 20_000, loopsAtOnce: 50 } as const;

/** One round: rates, and the processor time of each delivery. */
interface Round {
  platform: { perSecond: number; serverCpuUs: number; postgresCpuUs: number };
  loop: { perSecond: number; serverCpuUs: number };
}

/** Medians of the rounds, with the spread of the rate as a share. */
export interface WebhookFigures {
  platform: Round['platform'] & { spread: number };
  loop: Round['loop'] & { spread: number };
  /** Deliveries that came more than once, in all rounds. */
  twice: number;
}

const event: EventName = 'engagement.completed';

/**
 * Delivers events that become due at one moment to a receiver over HTTPS, and posts the same to it in a loop, in turn.
 * The platform reads, signs, posts and records each delivery. Throws when one does not arrive.
 */
export async function measureWebhooks(
  database: BenchDatabase,
  report: (line: string) => void,
  sizes: { tenants: number; events: number; rounds: number; loopPosts: number; loopsAtOnce: number } = webhookSizes,
): Promise<WebhookFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-webhooks-'));
  const certificateFile = join(folder, 'certificate.pem');
  const receiver = await startReceiver(certificateFile);
  const url = `https://localhost:${receiver.port}/hook`;
  const databaseUrl = await database.create('bench_webhooks');
  const platform = await startPlatform(databaseUrl, {
    NODE_EXTRA_CA_CERTS: certificateFile,
    OUTBOUND_ALLOWED_HOSTS: 'localhost',
    DATA_DIR: folder,
  });
  const taken = { platform: [], loop: [] } as { [S in keyof Round]: Round[S][] };
  let twice = 0;
  try {
    const tenants = await Promise.all(
      Array.from({ length: sizes.tenants }, () => createReceivingTenant(platform.baseUrl, url)),
    );
    const events = { databaseUrl, tenants, event, count: sizes.events, postgresPid: database.pid } satisfies EventsJob;
    const readCpu = () => Promise.all([readCpuMs(platform.process.pid ?? 0), readTreeCpuMs(database.pid)]);
    // Round 0 warms up.
    for (let round = 0; round <= sizes.rounds; round += 1) {
      const delivered = await deliver(events, receiver, readCpu);
      const loop = await postInALoop({ url, certificateFile, posts: sizes.loopPosts, atOnce: sizes.loopsAtOnce });
      report(`Webhooks, round ${round}: ${JSON.stringify({ platform: delivered.figures, loop })}`);
      twice += delivered.twice;
      if (round === 0) continue;
      taken.platform.push(delivered.figures);
      taken.loop.push(loop);
    }
  } finally {
    await platform.stop();
    receiver.kill();
    await rm(folder, { recursive: true, force: true });
  }
  return { platform: mediansOf(taken.platform), loop: mediansOf(taken.loop), twice };
}

/** Writes the events and waits until all have arrived. Returns the figures, and how many arrived more than once. */
async function deliver(
  events: EventsJob,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  readCpu: () => Promise<(number | null)[]>,
): Promise<{ figures: Round['platform']; twice: number }> {
  const deliveries = events.tenants.length * events.count;
  await receiver.take({ beginAnew: true });
  const [platformMs = null] = await readCpu();
  const path = 'scripts/bench/webhooks/record-events.ts';
  const { postgresCpuMs } = await runProgram<EventsRecorded>({ path, args: [JSON.stringify(events)] });
  // Deliveries begin at the commit. The work of Postgres for the events themselves does not count.
  const before = [platformMs, postgresCpuMs];
  const received = await pollUntil(
    () => receiver.take({ beginAnew: false }),
    (now) => now.deliveries >= deliveries,
    180_000,
  );
  const after = await readCpu();
  const [serverCpuUs = Number.NaN, postgresCpuUs = Number.NaN] = after.map(
    (ms, index) => (((ms ?? Number.NaN) - (before[index] ?? Number.NaN)) * 1_000) / deliveries,
  );
  const figures = { perSecond: deliveries / (received.lastedMs / 1_000), serverCpuUs, postgresCpuUs };
  return { figures, twice: received.requests - received.deliveries };
}

function postInALoop(posting: Omit<LoopJob, 'body' | 'event'>): Promise<Round['loop']> {
  const body = JSON.stringify({ event, data: exampleData, timestamp: new Date().toISOString() });
  const job = { ...posting, body, event } satisfies LoopJob;
  return runProgram({ path: 'scripts/bench/webhooks/post-in-a-loop.ts', args: [JSON.stringify(job)] });
}

const exampleData = { engagementId: 'a'.repeat(24), status: 'completed', runId: 'b'.repeat(24) };

function mediansOf<Figures extends Record<'perSecond', number>>(taken: readonly Figures[]) {
  const names = Object.keys(taken[0] ?? {}) as (keyof Figures)[];
  const medians = names.map((name) => [name, median(taken.map((one) => Number(one[name])))]);
  const spread = spreadOf(taken.map(({ perSecond }) => perSecond));
  return { ...(Object.fromEntries(medians) as Figures), spread };
}

async function startReceiver(certificateFile: string) {
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), [certificateFile]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The receiver of webhooks ended');
  });
  // Nobody waits for its end between two questions.
  ended.catch(() => undefined);
  const answer = () => Promise.race([once(child, 'message'), ended]);
  const [port] = (await answer()) as [number];
  return {
    port,
    kill: () => void child.kill('SIGKILL'),
    async take({ beginAnew }: { beginAnew: boolean }): Promise<Received> {
      child.send(beginAnew);
      const [received] = (await answer()) as [Received];
      return received;
    },
  };
}

/** Creates a tenant with one endpoint and returns the tenant's id. */
async function createReceivingTenant(baseUrl: string, url: string): Promise<string> {
  const client = createClient(baseUrl);
  const { tenantId } = await signUpTenant(client);
  const { status, body } = await client.post('/api/webhooks', { url, events: [event] });
  if (status !== 201) throw new Error(`The endpoint was refused: ${JSON.stringify(body)}`);
  return tenantId;
}
