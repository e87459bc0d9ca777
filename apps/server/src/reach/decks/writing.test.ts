import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineStorylineRequest } from '@ecp/contract/engine/engine-storylines';
import type { Storyline } from '@ecp/contract/work/storylines';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { noEffects } from '../../../testing/engine/no-material.ts';
import { startScriptedEngine } from '../../../testing/scripted-engine/scripted-engine.ts';
import {
  shareTestPlatform,
  startTestPlatform,
  type TestPlatform,
} from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const paper = `# Shop

The shop made 61,000 EUR.[^1]

**The shop earns most**

| Place | Sales (EUR) |
| --- | --- |
| Shop[^1] | 61,000 |
| Stall[^2] | 39,000 |

## Rent

The rent is 900 EUR a month.[^3]

[^1]: till.csv: “Shop | 61,000”
[^2]: stall.csv: “Stall | 39,000”
[^3]: lease.md: “900 EUR”
`;

async function createPaper(
  of: TestPlatform = platform,
  owner: TestTenant = tenant,
  costNanoUsd = 0,
) {
  const id = await insertEngagement(of.database, owner.tenantId, { name: 'Shop or stall' });
  const runId = await insertRun(of.database, owner.tenantId, id, { costNanoUsd });
  await insertDeliverable(of.database, owner.tenantId, id, {
    runId,
    filename: 'shop.md',
    content: paper,
  });
  return { id, path: `/api/engagements/${id}/storyline` };
}
const read = async (path: string, by: TestTenant = tenant) => (await by.get<Storyline>(path)).body;
const waitForSlides = (path: string, by: TestTenant = tenant) =>
  pollUntil(
    () => read(path, by),
    ({ status }) => status !== 'writing',
  );

/** A model that has begun to write, and writes nothing until `release`. */
function holdWriting() {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const pause = () => {
    begun.resolve();
    return released.promise;
  };
  return { begun: begun.promise, pause, release: () => released.resolve() };
}

// DCK-9, DCK-10
test('a model writes the slides in the background, while those before stand and may not change; a person keeps its words', async () => {
  const { id, path } = await createPaper();
  const before = await read(path);
  const orders: Omit<EngineStorylineRequest, 'storylineId' | 'engagement'>[] = [];
  const heldWriting = holdWriting();
  platform.engine.onStoryline(async (order) => {
    orders.push(order);
    await heldWriting.pause();
    const [exhibit] = order.exhibits;
    const slides = [
      {
        kind: 'summary' as const,
        title: 'Keep the shop',
        points: ['It made 61,000 EUR.'],
        exhibit: null,
        sources: [{ document: 'shop.md', footnote: '1' }],
      },
      {
        kind: 'exhibit' as const,
        title: 'The stall lags',
        points: ['The rent is 900 EUR.'],
        exhibit: exhibit?.id ?? '',
        sources: [{ document: 'shop.md', footnote: '3' }],
      },
    ];
    return {
      written: {
        slides,
        findings: [{ slide: 0, text: 'It made 70,000 EUR.', reason: 'it says 61,000' }],
      },
      costUsd: 0.25,
    };
  });
  const ordered = await tenant.post<Storyline>(path, {});
  expect(ordered).toMatchObject({
    status: 202,
    body: { status: 'writing', revision: 1, slides: before.slides },
  });
  await heldWriting.begun;
  expect((await tenant.post(path)).body).toEqual(ordered.body);
  const early = await tenant.put(path, { revision: 1, slides: [{ id: 'title', title: 'x' }] });
  expect(early).toMatchObject({ status: 409, body: { code: 'storyline_writing' } });
  heldWriting.release();
  const written = await waitForSlides(path);
  expect(written).toMatchObject({
    origin: 'model',
    status: 'ready',
    failureReason: null,
    costUsd: 0.25,
    stale: false,
    findings: [{ slideId: 'summary', text: 'It made 70,000 EUR.', reason: 'it says 61,000' }],
  });
  expect(written.slides.map(({ kind, title }) => [kind, title])).toEqual([
    ['title', 'Shop or stall'],
    ['summary', 'Keep the shop'],
    ['exhibit', 'The stall lags'],
    ['sources', 'Sources'],
  ]);
  expect(written.slides[1]).toMatchObject({
    points: ['It made 61,000 EUR.'],
    sources: ['till.csv'],
  });
  expect(written.slides[2]?.table?.rows).toEqual([
    ['Shop', '61,000'],
    ['Stall', '39,000'],
  ]);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    documents: [{ filename: 'shop.md', content: paper }],
    exhibits: [
      {
        kind: 'exhibit',
        title: 'The shop earns most',
        holds: 'Place | Sales (EUR)\nShop | 61,000\nStall | 39,000',
      },
    ],
  });
  const [spent] = await platform.asSuperuser<{ nano: string }>(
    'select judging_nano_usd as nano from platform.engagements where id = $1',
    [id],
  );
  expect(Number(spent?.nano)).toBe(250_000_000);
  const editAnswer = await tenant.put<Storyline>(path, {
    revision: written.revision,
    slides: written.slides.map(({ id: slideId, title }) => ({ id: slideId, title })),
  });
  expect(editAnswer.body).toMatchObject({ origin: 'person', slides: written.slides });
});

// DCK-11
test('without money there is no order; one that fails says why and leaves the slides as they are', async () => {
  const poor = await createPaper(platform, tenant, 5_000_000_000);
  expect(await tenant.post(poor.path, {})).toMatchObject({
    status: 409,
    body: { code: 'budget_exhausted' },
  });
  expect(await read(poor.path)).toMatchObject({ origin: 'documents', revision: 0 });
  const { id, path } = await createPaper();
  const before = await read(path);
  platform.engine.onStoryline(() => ({
    status: 'failed',
    failureReason: 'budget_exhausted',
    error: 'Budget exhausted',
    written: null,
  }));
  await tenant.post(path, {});
  const failed = await waitForSlides(path);
  expect(failed).toMatchObject({
    status: 'failed',
    failureReason: 'budget_exhausted',
    slides: before.slides,
  });
  const setModel = (model: string | null) =>
    platform.asSuperuser('update platform.engagements set model = $2 where id = $1', [id, model]);
  await setModel('model-of-nobody');
  await tenant.post(path, {});
  expect(await waitForSlides(path)).toMatchObject({
    status: 'failed',
    failureReason: 'engine_error',
  });
  await setModel(null);
  platform.engine.onStoryline(() => ({}));
  await tenant.post(path, {});
  expect(await waitForSlides(path)).toMatchObject({
    origin: 'model',
    status: 'ready',
    failureReason: null,
  });
});

// DCK-9
test('an order that is withdrawn while it is written changes nothing', async () => {
  const { path } = await createPaper();
  const heldWriting = holdWriting();
  platform.engine.onStoryline(async () => {
    await heldWriting.pause();
    return {};
  });
  await tenant.post(path, {});
  await heldWriting.begun;
  expect((await tenant.delete(path)).status).toBe(200);
  heldWriting.release();
  await tenant.post(path, {});
  expect(await waitForSlides(path)).toMatchObject({ origin: 'model', status: 'ready' });
});

// DCK-9
test('the next process goes on with an order, under the same id', async () => {
  const freshDatabase = await createFreshDatabase();
  const engine = await startScriptedEngine(freshDatabase.url, {
    database: freshDatabase.database,
    effects: noEffects,
  });
  const dataDir = await mkdtemp(join(inject('filesDir'), 'restarting-'));
  const config = {
    dataDir,
    secretKeys: ['a-secret-of-this-test-with-enough-characters'] as [string],
  };
  const options = { freshDatabase, config, engine };
  const first = await startTestPlatform(options);
  const owner = await createTestTenant(first);
  const { path } = await createPaper(first, owner);
  const heldWriting = holdWriting();
  let orderCount = 0;
  engine.onStoryline(async () => {
    orderCount += 1;
    await heldWriting.pause();
    return {};
  });
  expect((await owner.post(path, {})).status).toBe(202);
  await heldWriting.begun;
  await first.close();
  heldWriting.release();
  const second = await startTestPlatform(options);
  const [row] = await pollUntil(
    () =>
      second.asSuperuser<{ status: string; origin: string }>(
        'select status, origin from platform.storylines',
      ),
    ([storyline]) => storyline?.status !== 'writing',
  );
  expect(row).toEqual({ status: 'ready', origin: 'model' });
  const orders = await second.asSuperuser(`select from engine.runs where kind = 'storyline'`);
  expect([orders.length, orderCount]).toEqual([1, 1]);
  await second.close();
  await engine.close();
  await Promise.all([freshDatabase.drop(), rm(dataDir, { recursive: true })]);
});
