import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import type { ScriptedEngine } from '../../../../server/testing/scripted-engine/scripted-engine.ts';
import { startScriptedWorker } from '../../../../server/testing/scripted-engine/start-scripted-worker.ts';
import { startWebProduct, type WebProduct } from './web-product.ts';

export interface ScriptedProduct extends WebProduct {
  engine: ScriptedEngine;
}

/** Starts a product whose runs do what the test says: a scripted worker takes its work. */
export async function startScriptedProduct(
  environment: Record<string, string> = {},
): Promise<ScriptedProduct> {
  const product = await startWebProduct({ ROLES: 'web', ...environment });
  const urls = await readConnectionFile(product.dataDir);
  if (urls === undefined) throw new Error(`No database is up in ${product.dataDir}`);
  const engine = await startScriptedWorker(urls.serviceUrl, {
    ...environment,
    DATA_DIR: product.dataDir,
  });
  return {
    ...product,
    engine,
    async close() {
      await engine.close();
      await product.close();
    },
  };
}
