import { hash } from 'node:crypto';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
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
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/** Numbers of kills and of runs. RESEARCH_KILLS=200 RESEARCH_RUNS=20 makes the test longer. */
const kills = Number(process.env['RESEARCH_KILLS'] ?? 1);
const runs = Number(process.env['RESEARCH_RUNS'] ?? 1);
/** RESEARCH_SEED=… repeats the random choices of a run of the test. */
const { seed, chance } = seededChance('RESEARCH_SEED');
/** Price of a search in nano-USD. */
const priceNanoUsd = 5_000_000;
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

interface Row {
  runId: string;
  asked: string;
}

/** Kills platform, engine and Postgres with -9 at random moments while agents search and read. */
describe(`research of a product that is killed at random (seed ${seed})`, {
  timeout: 3_600_000,
}, () => {
  const place = copyPreparedDataDir();
  let web: FakeWeb;
  let product: RunningProduct;
  const start = () => {
    const own = { LOCAL_MODEL_LATENCY_MS: '250', SECRET_KEY: secret };
    return startProduct({ dataDir: place.dataDir, environment: { ...web.environment, ...own } });
  };

  beforeAll(async () => {
    web = await openFakeWeb();
    product = await start();
  });
  afterAll(async () => {
    await product?.stop();
    await web?.close();
    await place.remove();
  });

  const isOver = async (job: MainJob) => (await readStatus(job)).status !== 'running';

  const isQuiet = async (jobs: MainJob[]) =>
    (await Promise.all(jobs.map(isOver))).every((over) => over);

  /** Waits until agents have sent some more requests, or no run goes on. */
  async function reachMoment(jobs: MainJob[], more: number): Promise<void> {
    const sent = () => web.site.requests.length + web.search.calls.length;
    const from = sent();
    const reached = async () => sent() >= from + more || (await isQuiet(jobs));
    await pollUntil(reached, (is) => is, 120_000);
  }

  /**
   * Waits until a page of the run is archived, so that kills leave it something to cite, or the run
   * is over.
   */
  async function archiveFirst(job: MainJob): Promise<void> {
    const listPages = async () =>
      (await job.client.get<{ pages: ArchivedPage[] }>(`${job.path}/pages`)).body.pages;
    await pollUntil(
      async () => (await listPages()).length > 0 || (await isOver(job)),
      (is) => is,
      120_000,
    );
  }

  /**
   * Starts runs one after another, so that there is always one that researches, and kills in
   * between.
   */
  async function runAndKill(): Promise<MainJob[]> {
    const research = { enabled: true };
    let jobs: MainJob[] = [];
    for (let kill = 0; kill < kills || jobs.length < runs; kill += 1) {
      if (jobs.length < runs && (await isQuiet(jobs))) {
        const job = await beginJob(product.baseUrl, {
          name: 'Ferries',
          client: 'Halden',
          brief,
          tasks,
          research,
        });
        await startRun(job);
        await archiveFirst(job);
        jobs.push(job);
      }
      if (kill >= kills) continue;
      await reachMoment(jobs, Math.ceil(chance(`moment ${kill}`) * 4));
      await product.killEverything();
      product = await start();
      jobs = jobs.map((job) => continueAt(job, product.baseUrl));
    }
    for (const job of jobs)
      await expect
        .poll(() => readStatus(job), { timeout: 120_000 })
        .toMatchObject({ status: 'completed' });
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
    // A page that was claimed may be killed before it is fetched, but is never fetched twice in a
    // run.
    const fetched = countBy(
      web.site.requests.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path),
    );
    const claimed = countBy(reads.map(({ asked }) => new URL(asked).pathname));
    for (const [path, count] of fetched)
      expect([path, count <= (claimed.get(path) ?? 0)]).toEqual([path, true]);
    expect(web.search.calls.length).toBeLessThanOrEqual(searches.length);
    expect(fetched.size).toBeGreaterThan(0);

    const [money] = await queryProduct<{
      spent: string;
      held: string;
      calls: string;
      runs: string;
    }>(
      place.dataDir,
      `select (select sum(spent_nano_usd) from engine.budgets)::text as spent,
        (select sum(reserved_nano_usd) from engine.budgets)::text as held,
        (select count(*) * ${priceNanoUsd} from platform.searches where coalesce(held_nano_usd, cost_nano_usd) > 0)::text as calls,
        (select sum(cost_nano_usd) from engine.runs)::text as runs`,
    );
    expect(money).toEqual({
      spent: money?.calls,
      held: '0',
      calls: money?.calls,
      runs: money?.calls,
    });
    expect(Number(money?.calls) / priceNanoUsd).toBeGreaterThanOrEqual(web.search.calls.length);

    web.site.moveOn();
    let cited = 0;
    for (const job of jobs) cited += await expectCitationsToResolve(job);
    expect(cited).toBeGreaterThanOrEqual(runs);
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
