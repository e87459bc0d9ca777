import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { startProduct } from '../../../../../e2e/testing/product.ts';

export interface WebProduct {
  baseUrl: string;
  dataDir: string;
  /** Kills platform, engine and Postgres at once with kill -9. */
  crash(): Promise<void>;
  /** Restarts the product with the same data at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the whole product like `npm start`, with separate data. */
export async function startWebProduct(environment: Record<string, string> = {}): Promise<WebProduct> {
  const place = makeDataDir();
  const ports = { PORT: String(await chooseTestPort()), ENGINE_PORT: String(await chooseTestPort()) };
  const start = () => startProduct({ dataDir: place.dataDir, environment: { ...ports, ...environment } });
  let product = await start();
  return {
    baseUrl: product.baseUrl,
    dataDir: place.dataDir,
    crash: () => product.killEverything(),
    async restart() {
      product = await start();
    },
    async close() {
      await product.stop();
      await place.remove();
    },
  };
}
