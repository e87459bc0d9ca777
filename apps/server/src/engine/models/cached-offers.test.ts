import { takeLease } from '@ecp/database/executor-lease';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheOffers } from './cached-offers.ts';
import type { CatalogModel } from './catalog.ts';
import { publishOffer } from './workers.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

const model = (id: string, inputPerMillion = 1): CatalogModel => {
  const price = { inputPerMillion, outputPerMillion: 2 };
  return { id, provider: 'openai', tier: 'standard', ...price };
};

async function startWorker(...models: CatalogModel[]) {
  const lease = await takeLease(fresh.url, 'engine', pino({ level: 'silent' }));
  const offer = { version: '1', models, judges: [], hasPhases: false };
  await publishOffer(fresh.database, lease.executorId, offer);
  return lease;
}

test('workers offer their models together, the longest running first, and the last offers stay', async () => {
  const read = cacheOffers(fresh.database, 0);
  await expect(read()).rejects.toThrow('no engine is running');
  const first = await startWorker(model('large'), model('small'));
  const second = await startWorker(model('small', 9), model('tiny'));
  const all = { models: [model('large'), model('small'), model('tiny')], judges: [] };
  expect(await read()).toEqual({ ...all, hasPhases: false });
  await first.release();
  expect((await read()).models).toEqual([model('small', 9), model('tiny')]);
  await second.release();
  expect((await read()).models).toEqual([model('small', 9), model('tiny')]);
});
