import { once } from 'node:events';
import { createServer } from 'node:net';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import pino from 'pino';
import { defaultCallLimits } from './call/call-limits.ts';
import { ConfigurationError, defaultWorkLimits, type EngineConfig, readConfig, secretsOf } from './config.ts';
import { serializeError } from './kernel/log-errors.ts';
import { ModelConfigurationError } from './models/catalog.ts';
import { openEngine } from './open-engine.ts';

/** For a graceful close beside its draining; then the process ends, and unfinished work is taken up elsewhere. */
const closeLimitMs = 5_000;
/** One press of Ctrl-C may come as several signals: from the terminal, from npm. */
const samePressMs = 1_000;

try {
  await run(readConfig(process.env));
} catch (error) {
  const known = error instanceof ConfigurationError || error instanceof ModelConfigurationError;
  console.error(`engine: ${known ? error.message : describe(error)}`);
  process.exit(1);
}

async function run(config: EngineConfig): Promise<void> {
  const log = pino({
    name: 'engine',
    level: config.logLevel,
    serializers: { err: serializeError },
    hooks: { streamWrite: createRedactor(secretsOf(config)) },
  });
  await requirePort(config);
  const { maxCalls, drainMs } = config.workLimits ?? defaultWorkLimits;
  const engine = await openEngine(config, log, { ...defaultCallLimits, maxConcurrent: maxCalls });
  let closingSinceMs: number | null = null;
  const close = (reason: string, exitCode: number) => {
    if (closingSinceMs !== null) {
      // Asked again: calls in flight count at their worst case then.
      if (performance.now() - closingSinceMs > samePressMs) process.exit(1);
      return;
    }
    closingSinceMs = performance.now();
    log.info({ reason }, 'Engine is closing');
    setTimeout(() => process.exit(1), drainMs + closeLimitMs).unref();
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
  // Another process may take the work over from now on, so not one more call may be made here.
  void engine.lost.then((error) => {
    log.fatal({ err: error }, 'Lost the claim on its work; ending at once');
    process.exit(1);
  });
  const url = await engine.app.listen({ host: config.host, port: config.port });
  log.info({ models: engine.models.map(({ id }) => id) }, 'Engine is ready');
  process.send?.({ ready: true, url, models: engine.models.map(({ id }) => id) });
}

/** Fails before any work is taken up: calls begun by a process that cannot serve would be paid for nothing. */
async function requirePort({ host, port }: EngineConfig): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program; set ENGINE_PORT to a free one`;
  return error.stack ?? error.message;
}
