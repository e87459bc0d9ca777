import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeModels, startFakeModels } from '../../../../../e2e/testing/fake-models.ts';
import { startWebProduct, type WebProduct } from './web-product.ts';

export interface MeteredProduct extends WebProduct {
  models: FakeModels;
}

/** Starts a product whose runs cost money and take time: its models answer after `latencyMs`. */
export async function startMeteredProduct(latencyMs: number): Promise<MeteredProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'ecp-models-'));
  const models = await startFakeModels(folder, { latencyMs });
  const product = await startWebProduct(models.environment);
  return {
    ...product,
    models,
    async close() {
      await product.close();
      await models.server.close();
      await rm(folder, { recursive: true });
    },
  };
}
