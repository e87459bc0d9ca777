import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { serverPrograms, thriftyOptions } from '@ecp/testing/server-programs';
import { type ProductProcess, spawnProduct } from './product.ts';

interface WorkerOptions {
  /** The data folder of the product whose database it works on. */
  dataDir: string;
  environment?: Record<string, string>;
  /** Node's options; by default thrifty ones. */
  nodeOptions?: readonly string[];
}

/** A worker in a process of its own, beside a product of the web role. */
export interface RunningWorker extends ProductProcess {
  /** Ends the process with a signal, unless it has ended; resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a worker as `npm run engine` does and waits until it is healthy. */
export async function startWorker({
  dataDir,
  environment,
  nodeOptions = thriftyOptions,
}: WorkerOptions): Promise<RunningWorker> {
  const urls = await readConnectionFile(dataDir);
  const port = String(await chooseTestPort());
  const settings = { ROLES: 'worker', DATABASE_URL: urls?.url, ENGINE_PORT: port };
  const command = [process.execPath, ...nodeOptions, serverPrograms.engine] as const;
  const worker = spawnProduct({
    dataDir,
    command: [...command],
    environment: { ...settings, ...environment },
  });
  const { child, ended, output } = worker;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await pollUntil(async () => hasEnded() || (await isHealthy()), Boolean, 60_000);
  if (hasEnded()) throw new Error(`The worker did not start: ${output()}`);
  return {
    ...worker,
    async end(signal) {
      if (!hasEnded()) child.kill(signal);
      await ended;
    },
  };
}
