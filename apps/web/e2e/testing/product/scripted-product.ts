import {
  type ScriptedEngine,
  startScriptedEngine,
} from '@ecp/testing/scripted-engine/scripted-engine';
import { startWebProduct, type WebProduct } from './web-product.ts';

export interface ScriptedProduct extends WebProduct {
  engine: ScriptedEngine;
}

/** Starts a product whose runs do what the test says: their events come from a scripted engine. */
export async function startScriptedProduct(
  environment: Record<string, string> = {},
): Promise<ScriptedProduct> {
  const engine = await startScriptedEngine();
  const product = await startWebProduct({
    ENGINE_URL: engine.url,
    ENGINE_TOKEN: engine.token,
    ...environment,
  });
  return {
    ...product,
    engine,
    async close() {
      await product.close();
      await engine.close();
    },
  };
}
