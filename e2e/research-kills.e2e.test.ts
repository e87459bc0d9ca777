import { createHash, hash, randomInt } from 'node:crypto';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { ArchivedPage } from '@ecp/contract/work/research';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { type FakeSearch, startFakeSearch } from '@ecp/testing/fake-web/fake-search';
import { type FakeSite, startFakeSite } from '@ecp/testing/fake-web/fake-site';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginJob, continueAt, type MainJob, queryProduct, readStatus, startRun } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/** Numbers of kills and of runs. RESEARCH_KILLS=200 RESEARCH_RUNS=20 makes the test longer. */
const kills = Number(process.env['RESEARCH_KILLS'] ?? 2);
const runs = Number(process.env['RESEARCH_RUNS'] ?? 1);
/** Seed of all random choices. RESEARCH_SEED=… repeats a run of the test. */
const seed = process.env['RESEARCH_SEED'] ?? String(randomInt(2 ** 32));
/** Returns a number from 0 to 1 for one decision. */
const chance = (decided: string) => hash('sha256', `${seed} ${decided}`, 'buffer').readUInt32BE() / 2 ** 32;
/** Price of a search in nano-USD. */
const priceNanoUsd = 5_000_000;

const brief = `Should Halden Sound Ferries order battery ferries? Compare the price of the Lysefjord, the charging at Halden
quay, the waiting time for a grid connection and the support of the state.`;
const tasks = [
  {
    id: 'fleet',
    name: 'Battery ferry prices',
    description: 'What do battery ferries cost, and what are the references?',
  },
  { id: 'power', name: 'Charging and grid', description: 'Charging at Halden quay: connection, waiting time, tariff.' },
  { id: 'rules', name: 'Rules and support', description: 'The zero-emission rule and support for charging at quays.' },
];

interface Row extends Record<string, unknown> {
  runId: string;
  asked: string;
}

/** Kills platform, engine and Postgres with -9 at random moments while agents search and read. */
describe(`research of a product that is killed at random (seed ${seed})`, { timeout: 3_600_000 }, () => {
  const place = copyPreparedDataDir();
  let site: FakeSite;
  let search: FakeSearch;
  let product: RunningProduct;
  let ports: Record<string, string>;
  const start = () => {
    const hosts = Object.values(site.origins).map((origin) => new URL(origin).host);
    const web = { SEARCH_PROVIDER: 'searxng', SEARCH_URL: search.url, SEARCH_USD_PER_1000: '5' };
    const environment = { ...ports, ...web, OUTBOUND_ALLOWED_HOSTS: hosts.join(','), LOCAL_MODEL_LATENCY_MS: '250' };
    return startProduct({ dataDir: place.dataDir, environment });
  };

  beforeAll(async () => {
    // A run keeps the address at which it researches.
    ports = { PORT: String(await chooseTestPort()), ENGINE_PORT: String(await chooseTestPort()) };
    site = await startFakeSite();
    search = await startFakeSearch({
      listPages: () => site.listPages().map(({ page, url, body }) => ({ url, title: page.title, text: body })),
    });
    product = await start();
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await Promise.all([site?.close(), search?.close()]);
    await place.remove();
  });

  const isOver = async (job: MainJob) => (await readStatus(job)).status !== 'running';

  /** Waits until agents have sent some more requests, or no run goes on. */
  async function reachMoment(jobs: MainJob[], more: number): Promise<void> {
    const sent = () => site.requests.length + search.calls.length;
    const from = sent();
    const reached = async () => sent() >= from + more || (await Promise.all(jobs.map(isOver))).every((over) => over);
    await pollUntil(reached, (is) => is, 120_000);
  }

  /** Starts runs one after another, so that there is always one that researches, and kills in between. */
  async function runAndKill(): Promise<MainJob[]> {
    const research = { enabled: true };
    let jobs: MainJob[] = [];
    for (let kill = 0; kill < kills || jobs.length < runs; kill += 1) {
      const running = await Promise.all(jobs.map(isOver));
      if (jobs.length < runs && running.every((over) => over)) {
        const job = await beginJob(product.baseUrl, {
          ...{ name: 'Ferries', client: 'Halden', brief },
          tasks,
          research,
        });
        await startRun(job);
        jobs.push(job);
      }
      if (kill >= kills) continue;
      await reachMoment(jobs, Math.ceil(chance(`moment ${kill}`) * 4));
      await product.killEverything();
      product = await start();
      jobs = jobs.map((job) => continueAt(job, product.baseUrl));
    }
    for (const job of jobs)
      await expect.poll(() => readStatus(job), { timeout: 120_000 }).toMatchObject({ status: 'completed' });
    return jobs;
  }

  /** Returns how often each key occurs. */
  const countBy = (keys: string[]) =>
    new Map([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));

  // RES-3, RES-4, RES-13, RES-18
  it(`fetches and pays nothing twice over ${kills} kills of ${runs} runs, and every citation resolves`, async () => {
    const jobs = await runAndKill();
    // Every address that a run has claimed or was led to, once.
    const reads = await queryProduct<Row>(
      place.dataDir,
      `select distinct run_id as "runId", unnest(addresses || url) as asked from platform.page_reads`,
    );
    const searches = await queryProduct<Row>(
      place.dataDir,
      `select distinct run_id as "runId", words as asked from platform.searches`,
    );
    // A page that was claimed may be killed before it is fetched, but is never fetched twice in a run.
    const fetched = countBy(site.requests.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path));
    const claimed = countBy(reads.map(({ asked }) => new URL(asked).pathname));
    for (const [path, count] of fetched) expect([path, count <= (claimed.get(path) ?? 0)]).toEqual([path, true]);
    expect(search.calls.length).toBeLessThanOrEqual(searches.length);
    expect(fetched.size).toBeGreaterThan(2);

    const [money] = await queryProduct<
      { spent: string; held: string; calls: string; runs: string } & Record<string, unknown>
    >(
      place.dataDir,
      `select (select sum(spent_nano_usd) from engine.budgets)::text as spent,
        (select sum(reserved_nano_usd) from engine.budgets)::text as held,
        (select count(*) * ${priceNanoUsd} from engine.research_calls where kind = 'search' and cost_nano_usd > 0)::text as calls,
        (select sum(cost_nano_usd) from engine.runs)::text as runs`,
    );
    expect(money).toEqual({ spent: money?.calls, held: '0', calls: money?.calls, runs: money?.calls });
    expect(Number(money?.calls) / priceNanoUsd).toBeGreaterThanOrEqual(search.calls.length);

    site.moveOn();
    let cited = 0;
    for (const job of jobs) cited += await expectCitationsToResolve(job);
    expect(cited).toBeGreaterThanOrEqual(runs);
  });

  /** Compares each cited page with its archived bytes; returns their number. */
  async function expectCitationsToResolve({ client, path }: MainJob): Promise<number> {
    const { body } = await client.get<{ pages: ArchivedPage[] }>(`${path}/pages`);
    const pages = new Map(body.pages.map((page) => [page.id, page]));
    const { body: documents } = await client.get<{ filename: string; taskId: string | null }[]>(`${path}/deliverables`);
    let cited = 0;
    for (const { filename } of documents.filter(({ taskId }) => taskId !== null)) {
      const { body: checked } = await client.get<DeliverableCitations>(`${path}/deliverables/${filename}/citations`);
      for (const { page, state } of checked.citations) {
        if (!page) continue;
        cited += 1;
        expect(['verified', 'computed']).toContain(state);
        expect(pages.get(page.id)?.sha256).toBe(page.sha256);
        const original = await fetch(`${product.baseUrl}${path}/pages/${page.id}/original`, {
          headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        const bytes = Buffer.from(await original.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(page.sha256);
      }
    }
    return cited;
  }
});
