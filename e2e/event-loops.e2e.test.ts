import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import {
  type AttackedProduct,
  attackWithWorstTexts,
  beginTenants,
  startAttackedProduct,
} from './testing/worst-texts.ts';

const closers = new AsyncDisposableStack();
let product: AttackedProduct;

beforeAll(async () => {
  const { dataDir, remove } = copyPreparedDataDir();
  closers.defer(remove);
  product = await startAttackedProduct({ dataDir, closers });
});
afterAll(() => closers.disposeAsync());

// TXT-2
test('the worst texts end neither platform nor engine, and another tenant’s run goes on', async () => {
  const tenants = await beginTenants(product);
  await attackWithWorstTexts(product, tenants);
  expect(await readStatus(tenants.victim)).toMatchObject({ status: 'completed' });
  expect(product.platform.child.exitCode).toBeNull();
  expect(product.engine.child.exitCode).toBeNull();
});
