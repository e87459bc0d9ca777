import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pollUntil } from '@ecp/testing/poll-until';
import { seededChance } from '@ecp/testing/seeded-chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginJob,
  continueAt,
  type MainJob,
  queryProduct,
  startRun,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/** Number of events. WEBHOOK_EVENTS=1000 makes the test longer. */
const events = Number(process.env['WEBHOOK_EVENTS'] ?? 24);
const kills = Math.max(1, Math.round(events / 50));
const retries = Array(40).fill('1').join(',');
/** WEBHOOK_SEED=… repeats the random choices of a run of the test. */
const { seed, chance } = seededChance('WEBHOOK_SEED');

interface Answered {
  deliveryId: string;
  body: string;
  ok: boolean;
}

/**
 * Starts a server that refuses half of the deliveries, and closes the connection after receiving
 * some of them.
 */
async function startUnreliableReceiver() {
  const answered: Answered[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const luck = chance(`answer ${answered.length}`);
      const deliveryId = String(request.headers['x-service-delivery']);
      answered.push({ deliveryId, body: Buffer.concat(chunks).toString(), ok: luck < 0.5 });
      arrivals.emit('arrival');
      if (luck > 0.9) request.socket.destroy();
      else response.writeHead(luck < 0.5 ? 200 : 503).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    answered,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /**
     * Resolves as soon as this many deliveries have arrived, before the response to the last one.
     */
    async arrived(count: number): Promise<void> {
      const signal = AbortSignal.timeout(120_000);
      while (answered.length < count) await once(arrivals, 'arrival', { signal });
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Kills the real processes of the product at random while events happen and are delivered. */
describe(`webhooks of a product that is killed at random (seed ${seed})`, {
  timeout: 600_000,
}, () => {
  const place = copyPreparedDataDir();
  const environment = { WEBHOOK_RETRY_SECONDS: retries, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  let receiver: Awaited<ReturnType<typeof startUnreliableReceiver>>;
  let product: RunningProduct;
  let job: MainJob;

  beforeAll(async () => {
    receiver = await startUnreliableReceiver();
    product = await startProduct({ dataDir: place.dataDir, environment });
  });
  afterAll(async () => {
    await product?.stop();
    await receiver?.close();
    await place.remove();
  });

  /**
   * Repeats a review until its response arrives, even if the product is killed. A review may thus
   * happen twice.
   */
  async function review(filename: string, notes: string): Promise<void> {
    const path = `${job.path}/deliverables/${encodeURIComponent(filename)}/review`;
    const send = () =>
      job.client.post(path, { action: 'reject', notes }).then(
        ({ status }) => status,
        () => 0,
      );
    await pollUntil(send, (status) => status === 200, 120_000);
  }

  async function killAndRestart(): Promise<void> {
    await product.killEverything();
    product = await startProduct({ dataDir: place.dataDir, environment });
    job = continueAt(job, product.baseUrl);
  }

  // WEB-29
  it(`delivers each of ${events} events at least once to a receiver that fails half of the time`, async () => {
    job = await beginJob(product.baseUrl);
    await startRun(job);
    await waitForStatus(job, 'completed');
    const { body } = await job.client.get<{ filename: string }[]>(`${job.path}/deliverables`);
    const filename = String(body[0]?.filename);
    const webhook = { url: receiver.url, events: ['deliverable.rejected'] };
    expect((await job.client.post('/api/webhooks', webhook)).status).toBe(201);

    const wanted = Array.from({ length: events }, (_, i) => `event ${i}`);
    const waiting = [...wanted];
    const reviewers = Array.from({ length: 4 }, async () => {
      for (let notes = waiting.shift(); notes !== undefined; notes = waiting.shift())
        await review(filename, notes);
    });
    // Kills are spread over the events, each at the arrival of a delivery, while others are
    // written, sent and recorded.
    for (let kill = 0; kill < kills; kill += 1) {
      await receiver.arrived(Math.ceil(((kill + chance(`kill ${kill}`)) / kills) * events));
      await killAndRestart();
    }
    await Promise.all(reviewers);

    const read = () => queryProduct<{ due: number }>(place.dataDir, dueDeliveries);
    await pollUntil(read, ([row]) => row?.due === 0, 300_000);
    const recorded = await queryProduct<{ notes: string }>(place.dataDir, recordedNotes);
    const deliveries = await queryProduct<{ id: string; body: string }>(
      place.dataDir,
      allDeliveries,
    );
    expect(deliveries).toHaveLength(recorded.length);
    const arrived = new Map(
      receiver.answered.filter(({ ok }) => ok).map(({ deliveryId, body }) => [deliveryId, body]),
    );
    const lost = deliveries.filter(({ id, body }) => arrived.get(id) !== body);
    expect(lost).toEqual([]);
    const sent = new Map(deliveries.map(({ id, body }) => [id, body]));
    for (const { deliveryId, body } of receiver.answered) expect(body).toBe(sent.get(deliveryId));
    const notes = new Set([...arrived.values()].map((text) => JSON.parse(text).data.notes));
    expect(notes).toEqual(new Set(wanted));
    expect(receiver.answered.length).toBeGreaterThan(deliveries.length * 1.2);
  });
});

const dueDeliveries =
  'select count(*)::integer as due from platform.webhook_deliveries where due_attempt is not null';
const recordedNotes = `select data->>'notes' as notes from platform.outbox_events where event = 'deliverable.rejected'`;
const allDeliveries = 'select id, body from platform.webhook_deliveries';
