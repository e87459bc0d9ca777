import { EmbeddedPostgresError } from '@ecp/database/embedded/embedded-postgres-error';
import { ConfigurationError, readConfig } from './config.ts';
import { openLog } from './open-log.ts';
import { startProduct } from './process/start-product.ts';
import { EngineStartError } from './process/supervise-engine.ts';

/** Longest graceful close; then the process ends, and unfinished work is taken up at the next start. */
const closeLimitMs = 20_000;

try {
  await run();
} catch (error) {
  console.error(`platform: ${describe(error)}`);
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  let interrupted = false;
  let close = (_reason: string, _exitCode: number) => {
    interrupted = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => close(signal, 0));

  const product = await startProduct(config, process.env, log);
  let closing = false;
  close = (reason, exitCode) => {
    if (closing) return;
    closing = true;
    log.info({ reason }, 'Platform is closing');
    setTimeout(() => process.exit(1), closeLimitMs).unref();
    product.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'Closing failed');
        process.exit(1);
      },
    );
  };
  if (interrupted) return close('interrupted during the start', 0);
  void product.lost.then((error) => close(`lost the claim on its work: ${error.message}`, 1));
  const offline = product.models.includes('local/extractive') ? ' with the offline model (no LLM provider is set)' : '';
  console.log(`\nReady at ${product.address}${offline}\n`);
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof EngineStartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is taken by another program; set PORT to a free one`;
  if (code === 'ECONNREFUSED') return `nothing answers at ${address}:${port}; is DATABASE_URL right?`;
  return error.stack ?? error.message;
}
