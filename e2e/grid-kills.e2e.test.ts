import type { Grid } from '@ecp/contract/work/grids';
import { pollUntil } from '@ecp/testing/poll-until';
import { seededChance } from '@ecp/testing/seeded-chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginJob, continueAt, type MainJob, queryProduct } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/** Numbers of kills and of files. GRID_KILLS=50 makes the test longer. */
const kills = Number(process.env['GRID_KILLS'] ?? 1);
const files = 8;
/** GRID_SEED=… repeats the random choices of a run of the test. */
const { seed, chance } = seededChance('GRID_SEED');

const columns = [
  { name: 'Rent', question: 'What is the yearly rent?', type: 'number' },
  { name: 'Begin', question: 'When does the term begin?', type: 'date' },
  { name: 'Deposit', question: 'Which deposit does the tenant pay?', type: 'number' },
];
const lease = (at: number) => `# Lease of hall ${at}

The yearly rent is EUR ${40_000 + at}. The term begins on ${at + 1} April 2025.
`;

/** Kills platform, engine and Postgres with -9 while a grid is filled with the offline model. */
describe(`a grid of a product that is killed at random (seed ${seed})`, {
  timeout: 1_800_000,
}, () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  let job: MainJob;
  const start = () =>
    startProduct({ dataDir: place.dataDir, environment: { LOCAL_MODEL_LATENCY_MS: '400' } });

  beforeAll(async () => {
    product = await start();
    job = await beginJob(product.baseUrl);
  });
  afterAll(async () => {
    await product?.stop();
    await place.remove();
  });

  async function upload(at: number): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([lease(at)]), `hall-${at}.md`);
    form.set('category', 'data');
    const cookie = [...job.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(`${job.path}/attachments`, product.baseUrl);
    const answer = await fetch(url, { method: 'POST', body: form, headers: { cookie } });
    expect(answer.status).toBe(201);
  }

  /** Waits until some more calls about files have begun or ended, or the grid is full. */
  async function reachMoment(more: number, isFull: () => Promise<boolean>): Promise<void> {
    const countSteps = async () => {
      const [row] = await queryProduct<{ steps: number }>(
        place.dataDir,
        `select (count(*) + count(*) filter (where status = 'settled'))::integer as steps
          from engine.model_calls where purpose = 'grid'`,
      );
      return row?.steps ?? 0;
    };
    const from = await countSteps();
    const reached = async () => (await countSteps()) >= from + more || (await isFull());
    await pollUntil(reached, (is) => is, 120_000);
  }

  // GRD-15
  it(`loses no cell and asks none twice over ${kills} kills`, async () => {
    for (let at = 0; at < files; at += 1) await upload(at);
    const { body: made } = await job.client.post<Grid>(`${job.path}/grids`, {
      title: 'Leases',
      columns,
    });
    const read = async () => (await job.client.get<Grid>(`${job.path}/grids/${made.id}`)).body;
    for (let round = 0; round < kills; round += 1) {
      const more = Math.ceil(chance(`moment ${round}`) * files);
      await reachMoment(more, async () => (await read()).status === 'completed');
      await product.killEverything();
      product = await start();
      job = continueAt(job, product.baseUrl);
    }
    const grid = await pollUntil(read, ({ status }) => status === 'completed', 240_000);
    const at = (filename: string) => Number(/\d+/.exec(filename)?.[0]);
    expect(grid.rows.map(({ cells }) => cells.map(({ value, state }) => [value, state]))).toEqual(
      grid.rows.map(({ filename }) => [
        [40_000 + at(filename), 'verified'],
        [`2025-04-${String(at(filename) + 1).padStart(2, '0')}`, 'verified'],
        [null, 'not_found'],
      ]),
    );
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
    expect(orders).toEqual([{ orders: files, twice: 0 }]);
  });
});
