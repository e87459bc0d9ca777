import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import { startProduct } from '../../../../e2e/testing/product.ts';

export interface WebProduct {
  baseUrl: string;
  dataDir: string;
  close(): Promise<void>;
}

/** Starts the whole product, as `npm start` does, with data of its own. */
export async function startWebProduct(environment: Record<string, string> = {}): Promise<WebProduct> {
  const place = makeDataDir();
  const product = await startProduct({ dataDir: place.dataDir, environment });
  return {
    baseUrl: product.baseUrl,
    dataDir: place.dataDir,
    async close() {
      await product.stop();
      await place.remove();
    },
  };
}
