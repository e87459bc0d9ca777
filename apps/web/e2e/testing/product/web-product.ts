import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { type RunningProduct, startProduct } from '../../../../../e2e/testing/product.ts';

export interface WebProduct {
  baseUrl: string;
  dataDir: string;
  /** Starts the product. */
  start(): Promise<void>;
  /** Stops the product, if it was started, and deletes its data. */
  close(): Promise<void>;
}

/** Starts the whole product like `npm start`, with separate data. */
export async function startWebProduct(
  environment: Record<string, string> = {},
): Promise<WebProduct> {
  const product = await placeWebProduct(environment);
  await product.start();
  return product;
}

/** Chooses the address and the data of a product, which `start` starts. */
export async function placeWebProduct(
  environment: Record<string, string> = {},
): Promise<WebProduct> {
  const place = makeDataDir();
  const port = String(await chooseTestPort());
  const ports = { PORT: port, ENGINE_PORT: String(await chooseTestPort()) };
  let product: RunningProduct | undefined;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir: place.dataDir,
    async start() {
      product = await startProduct({
        dataDir: place.dataDir,
        environment: { ...ports, ...environment },
      });
    },
    async close() {
      await product?.stop();
      await place.remove();
    },
  };
}
