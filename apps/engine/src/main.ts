import pino from 'pino';
import { ConfigurationError, type EngineConfig, readConfig } from './config.ts';
import { ModelConfigurationError } from './models/catalog.ts';
import { openEngine } from './open-engine.ts';

/** Longest graceful close; then the process ends, and unfinished work is taken up at the next start. */
const closeLimitMs = 10_000;

try {
  await run(readConfig(process.env));
} catch (error) {
  const known = error instanceof ConfigurationError || error instanceof ModelConfigurationError;
  console.error(`engine: ${known ? error.message : describe(error)}`);
  process.exit(1);
}

async function run(config: EngineConfig): Promise<void> {
  const log = pino({ name: 'engine', level: config.logLevel });
  const engine = await openEngine(config, log);
  let closing = false;
  const close = (reason: string, exitCode: number) => {
    if (closing) return;
    closing = true;
    log.info({ reason }, 'Engine is closing');
    setTimeout(() => process.exit(1), closeLimitMs).unref();
    engine.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'Closing failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => close('SIGINT', 0));
  process.on('SIGTERM', () => close('SIGTERM', 0));
  // Started beside a platform: its end is ours, however it came.
  if (process.connected) process.on('disconnect', () => close('the platform has ended', 0));
  void engine.lost.then((error) => close(`lost the claim on its work: ${error.message}`, 1));
  await engine.app.listen({ host: config.host, port: config.port });
  log.info({ models: engine.models.map(({ id }) => id) }, 'Engine is ready');
  process.send?.({ ready: true, models: engine.models.map(({ id }) => id) });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program; set ENGINE_PORT to a free one`;
  return error.stack ?? error.message;
}
