import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { Grid } from '@ecp/contract/work/grids';
import type { ArchivedPage } from '@ecp/contract/work/research';
import { type FakeWeb, openFakeWeb } from '@ecp/testing/fake-web/fake-site';
import { pollUntil } from '@ecp/testing/poll-until';
import { seededChance } from '@ecp/testing/seeded-chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginJob,
  continueAt,
  type MainJob,
  queryProduct,
  readStatus,
  startRun,
  threeTasks,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/**
 * Number of kills, each of which meets a run, a grid and events. RANDOM_KILLS=50 makes the test
 * longer.
 */
const kills = Number(process.env['RANDOM_KILLS'] ?? 1);
/** RANDOM_SEED=… repeats the random choices of a run of the test. */
const { seed, chance } = seededChance('RANDOM_SEED');
/** Files of a grid. */
const files = 8;
/** Events of which a receiver is told in a round. */
const eventsOfRound = 24;
/** Requests, calls and deliveries after which a kill happens at the latest. */
const mostSteps = 30;
/** Price of a search in nano-USD. */
const priceNanoUsd = 5_000_000;
const retries = Array(40).fill('1').join(',');
const secret = 'a-secret-of-this-test-with-enough-characters';

const brief = `Should Halden Sound Ferries order battery ferries? Compare the price of the Lysefjord, the charging at Halden
quay, the waiting time for a grid connection and the support of the state.`;
const tasks = [
  {
    id: 'fleet',
    name: 'Battery ferry prices',
    description: 'What do battery ferries cost, and what are the references?',
  },
  {
    id: 'power',
    name: 'Charging and grid',
    description: 'Charging at Halden quay: connection, waiting time, tariff.',
  },
  {
    id: 'rules',
    name: 'Rules and support',
    description: 'The zero-emission rule and support for charging at quays.',
  },
];

const columns = [
  { name: 'Rent', question: 'What is the yearly rent?', type: 'number' },
  { name: 'Begin', question: 'When does the term begin?', type: 'date' },
  { name: 'Deposit', question: 'Which deposit does the tenant pay?', type: 'number' },
];
const lease = (at: number) => `# Lease of hall ${at}

The yearly rent is EUR ${40_000 + at}. The term begins on ${at + 1} April 2025.
`;

interface Row {
  runId: string;
  target: string;
}

/**
 * Kills platform, engine and Postgres with -9 at random moments while agents search and read, a
 * grid is filled, and events are delivered.
 */
describe(`a product that is killed at random (seed ${seed})`, { timeout: 3_600_000 }, () => {
  const place = copyPreparedDataDir();
  const notesOfEvents: string[] = [];
  const grids: Grid[] = [];
  let web: FakeWeb;
  let receiver: Awaited<ReturnType<typeof startUnreliableReceiver>>;
  let product: RunningProduct;
  /** Both are continued at the new address after a kill. */
  let researched: MainJob[] = [];
  let reviewed: MainJob;

  beforeAll(async () => {
    web = await openFakeWeb();
    receiver = await startUnreliableReceiver(chance);
    product = await start();
    await beginEvents();
    for (let kill = 0; kill < kills; kill += 1) await workThroughKill(kill);
  });
  afterAll(async () => {
    await product?.stop();
    await receiver?.close();
    await web?.close();
    await place.remove();
  });

  const start = () => {
    const environment = {
      ...web.environment,
      OUTBOUND_ALLOWED_HOSTS: [...web.hosts, new URL(receiver.url).host].join(),
      WEBHOOK_RETRY_SECONDS: retries,
      LOCAL_MODEL_LATENCY_MS: '250',
      SECRET_KEY: secret,
    };
    return startProduct({ dataDir: place.dataDir, environment });
  };

  /** Makes a deliverable whose reviews are events, and subscribes the receiver. */
  async function beginEvents(): Promise<void> {
    const [task] = threeTasks.tasks;
    reviewed = await beginJob(product.baseUrl, { ...threeTasks, tasks: [task] });
    await startRun(reviewed);
    await waitForStatus(reviewed, 'completed');
    const webhook = { url: receiver.url, events: ['deliverable.rejected'] };
    expect((await reviewed.client.post('/api/webhooks', webhook)).status).toBe(201);
  }

  /** Starts a run, a grid and events, kills the product in their middle, and waits for their ends. */
  async function workThroughKill(kill: number): Promise<void> {
    const hall = await beginJob(product.baseUrl);
    for (let at = 0; at < files; at += 1) await upload(hall, at);
    const research = { enabled: true };
    const ferries = { name: 'Ferries', client: 'Halden', brief, tasks, research };
    const job = await beginJob(product.baseUrl, ferries);
    await startRun(job);
    await archiveFirst(job);
    const { body: grid } = await hall.client.post<Grid>(`${hall.path}/grids`, {
      title: 'Leases',
      columns,
    });
    researched.push(job);
    const reviews = rejectOften(kill);
    await reachMoment(Math.ceil(chance(`moment ${kill}`) * mostSteps));
    await product.killEverything();
    product = await start();
    const resume = (job: MainJob) => continueAt(job, product.baseUrl);
    researched = researched.map(resume);
    reviewed = resume(reviewed);
    await reviews;
    const read = async () =>
      (await resume(hall).client.get<Grid>(`${hall.path}/grids/${grid.id}`)).body;
    grids.push(await pollUntil(read, ({ status }) => status === 'completed', 240_000));
    await waitForStatus(resume(job), 'completed', 120_000);
  }

  async function upload({ client, path }: MainJob, at: number): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([lease(at)]), `hall-${at}.md`);
    form.set('category', 'data');
    expect((await client.post(`${path}/attachments`, form)).status).toBe(201);
  }

  /**
   * Waits until a page of the run is archived, so that a kill leaves it something to cite, or the
   * run is over.
   */
  async function archiveFirst(job: MainJob): Promise<void> {
    const listPages = async () =>
      (await job.client.get<{ pages: ArchivedPage[] }>(`${job.path}/pages`)).body.pages;
    const isOver = async () => (await readStatus(job)).status !== 'running';
    await pollUntil(
      async () => (await listPages()).length > 0 || (await isOver()),
      Boolean,
      120_000,
    );
  }

  /** Rejects the deliverable under many notes. A review may happen twice. */
  async function rejectOften(round: number): Promise<void> {
    const { body } = await reviewed.client.get<{ filename: string }[]>(
      `${reviewed.path}/deliverables`,
    );
    const path = `${reviewed.path}/deliverables/${encodeURIComponent(String(body[0]?.filename))}/review`;
    const waiting = Array.from({ length: eventsOfRound }, (_, at) => `event ${round}.${at}`);
    notesOfEvents.push(...waiting);
    /** Repeats a review until its response arrives, even if the product is killed. */
    const reject = async (notes: string) => {
      const send = () =>
        reviewed.client.post(path, { action: 'reject', notes }).then(
          ({ status }) => status,
          () => 0,
        );
      await pollUntil(send, (status) => status === 200, 120_000);
    };
    const reviewers = Array.from({ length: 4 }, async () => {
      for (let notes = waiting.shift(); notes !== undefined; notes = waiting.shift())
        await reject(notes);
    });
    await Promise.all(reviewers);
  }

  /** Waits until some more has happened outside the product, or in the calls of the grids. */
  async function reachMoment(more: number): Promise<void> {
    const countSteps = async () => {
      const [row] = await queryProduct<{ steps: number }>(place.dataDir, stepsOfGrids);
      const outside = web.site.requests.length + web.search.calls.length + receiver.answered.length;
      return outside + (row?.steps ?? 0);
    };
    const from = await countSteps();
    await pollUntil(countSteps, (steps) => steps >= from + more, 120_000);
  }

  /** Returns how often each key occurs. */
  const countBy = (keys: string[]) =>
    keys.reduce(
      (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1),
      new Map<string, number>(),
    );

  // RES-3, RES-4, RES-13, RES-18
  it('fetches and pays nothing twice, and every citation resolves', async () => {
    // Every address that a run has claimed or was led to, once.
    const reads = await queryProduct<Row>(
      place.dataDir,
      `select distinct run_id as "runId", unnest(addresses || url) as target from platform.page_reads`,
    );
    const searches = await queryProduct<Row>(
      place.dataDir,
      `select distinct run_id as "runId", words as target from platform.searches`,
    );
    const isPage = (path: string) => path !== '/robots.txt';
    // A page that was claimed may be killed before it is fetched, but is never fetched twice in a
    // run.
    const fetched = countBy(web.site.requests.map(({ path }) => path).filter(isPage));
    const claimed = countBy(reads.map(({ target }) => new URL(target).pathname));
    for (const [path, count] of fetched)
      expect([path, count <= (claimed.get(path) ?? 0)]).toEqual([path, true]);
    expect(web.search.calls.length).toBeLessThanOrEqual(searches.length);
    expect(fetched.size).toBeGreaterThan(0);

    const [money] = await queryProduct<{
      spent: string;
      reservations: string;
      calls: string;
      runs: string;
    }>(
      place.dataDir,
      `select (select sum(spent_nano_usd) from engine.budgets)::text as spent,
        (select sum(reserved_nano_usd) from engine.budgets)::text as reservations,
        (select count(*) * ${priceNanoUsd} from platform.searches where coalesce(held_nano_usd, cost_nano_usd) > 0)::text as calls,
        (select sum(cost_nano_usd) from engine.runs)::text as runs`,
    );
    expect(money).toEqual({
      spent: money?.calls,
      reservations: '0',
      calls: money?.calls,
      runs: money?.calls,
    });
    expect(Number(money?.calls) / priceNanoUsd).toBeGreaterThanOrEqual(web.search.calls.length);

    web.site.moveOn();
    let cited = 0;
    for (const job of researched) cited += await expectCitationsToResolve(job);
    expect(cited).toBeGreaterThanOrEqual(kills);
  });

  // GRD-15
  it('loses no cell of a grid and asks none twice', async () => {
    const at = (filename: string) => Number(/\d+/.exec(filename)?.[0]);
    const rows = grids.flatMap((grid) => grid.rows);
    expect(rows).toHaveLength(kills * files);
    for (const { filename, cells } of rows)
      expect(cells.map(({ value, state }) => [value, state])).toEqual([
        [40_000 + at(filename), 'verified'],
        [`2025-04-${String(at(filename) + 1).padStart(2, '0')}`, 'verified'],
        [null, 'not_found'],
      ]);
    // One order for each file, in which no call was answered twice.
    const orders = await queryProduct<{ orders: number; twice: number }>(
      place.dataDir,
      `select count(*)::integer as orders, (
          select count(*)::integer from (
            select from engine.model_calls where purpose = 'grid' and status = 'settled'
            group by run_id, call_key having count(*) > 1
          ) repeated
        ) as twice from engine.runs where kind = 'grid'`,
    );
    expect(orders).toEqual([{ orders: kills * files, twice: 0 }]);
  });

  // WEB-29
  it('delivers each event at least once to a receiver that fails half of the time', async () => {
    const read = () => queryProduct<{ due: number }>(place.dataDir, dueDeliveries);
    await pollUntil(read, ([row]) => row?.due === 0, 300_000);
    const recorded = await queryProduct<{ notes: string }>(place.dataDir, recordedNotes);
    const deliveries = await queryProduct<{ id: string; body: string }>(
      place.dataDir,
      allDeliveries,
    );
    expect(deliveries).toHaveLength(recorded.length);
    const accepted = receiver.answered.filter(({ ok }) => ok);
    const arrived = new Map(accepted.map(({ deliveryId, body }) => [deliveryId, body]));
    const lost = deliveries.filter(({ id, body }) => arrived.get(id) !== body);
    expect(lost).toEqual([]);
    const sent = new Map(deliveries.map(({ id, body }) => [id, body]));
    for (const { deliveryId, body } of receiver.answered) expect(body).toBe(sent.get(deliveryId));
    const notes = new Set([...arrived.values()].map((text) => JSON.parse(text).data.notes));
    expect(notes).toEqual(new Set(notesOfEvents));
    expect(receiver.answered.length).toBeGreaterThan(deliveries.length * 1.2);
  });

  /** Compares each cited page with its archived bytes; returns their number. */
  async function expectCitationsToResolve({ client, path }: MainJob): Promise<number> {
    const { body } = await client.get<{ pages: ArchivedPage[] }>(`${path}/pages`);
    const pages = new Map(body.pages.map((page) => [page.id, page]));
    const { body: documents } = await client.get<{ filename: string; taskId: string | null }[]>(
      `${path}/deliverables`,
    );
    let cited = 0;
    for (const { filename } of documents.filter(({ taskId }) => taskId !== null)) {
      const { body: checked } = await client.get<DeliverableCitations>(
        `${path}/deliverables/${filename}/citations`,
      );
      for (const { page, state } of checked.citations) {
        if (!page) continue;
        cited += 1;
        expect(['verified', 'computed']).toContain(state);
        expect(pages.get(page.id)?.sha256).toBe(page.sha256);
        const original = await fetch(`${product.baseUrl}${path}/pages/${page.id}/original`, {
          headers: {
            cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        });
        const bytes = Buffer.from(await original.arrayBuffer());
        expect(hash('sha256', bytes)).toBe(page.sha256);
      }
    }
    return cited;
  }
});

const stepsOfGrids = `
  select (count(*) + count(*) filter (where status = 'settled'))::integer as steps
  from engine.model_calls where purpose = 'grid'`;
const dueDeliveries =
  'select count(*)::integer as due from platform.webhook_deliveries where due_attempt is not null';
const recordedNotes = `select data->>'notes' as notes from platform.outbox_events where event = 'deliverable.rejected'`;
const allDeliveries = 'select id, body from platform.webhook_deliveries';

interface Answered {
  deliveryId: string;
  body: string;
  ok: boolean;
}

/**
 * Starts a server that refuses half of the deliveries, and closes the connection after receiving
 * some of them.
 */
async function startUnreliableReceiver(chance: (decided: string) => number) {
  const answered: Answered[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const luck = chance(`answer ${answered.length}`);
      const deliveryId = String(request.headers['x-service-delivery']);
      answered.push({ deliveryId, body: Buffer.concat(chunks).toString(), ok: luck < 0.5 });
      if (luck > 0.9) request.socket.destroy();
      else response.writeHead(luck < 0.5 ? 200 : 503).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    answered,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
