import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { takeLease } from '@ecp/database/executor-lease';
import { prepareDatabase } from '@ecp/database/prepare-database';
import { watchNpm } from '@ecp/database/watch-npm';
import { describeOpenings, isComplete } from '@ecp/sandbox/isolation/isolation';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import type { FastifyBaseLogger } from 'fastify';
import pino, { type Logger } from 'pino';
import { readConfig as readServerConfig, secretsOf as secretsOfServer } from './config.ts';
import {
  callLimitsOf,
  defaultWorkLimits,
  type EngineConfig,
  readConfig,
  secretsOf,
} from './engine/config.ts';
import { ModelConfigurationError } from './engine/models/catalog.ts';
import { openModelKeySource } from './engine/models/key-requests.ts';
import { type EngineGround, openEngine } from './engine/open-engine.ts';
import { textProgram } from './engine/text-program.ts';
import { openAgentMaterial } from './engine/tools/open-agent-material.ts';
import { ConfigurationError } from './kernel/settings.ts';
import { openServices } from './services.ts';
import { createRunEffects } from './work/runs/run-effects.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
}

/**
 * Other fields and causes of an error of Postgres or a provider have rows, prompts, answers and
 * headers.
 */
function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { name, message, stack } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: name,
    message,
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
  };
}

/**
 * Limit of a graceful close, apart from draining. Then the process ends and another one takes over
 * unfinished work.
 */
const closeLimitMs = 5_000;
/** Time in which an engine that has lost its platform releases its port. */
const portLimitMs = 3_000;
/** One press of Ctrl-C may arrive as several signals, from the terminal and from npm. */
const samePressMs = 1_000;

/** The platform started this process, which ends with it. */
const hasPlatform = process.argv.includes('--settings-by-message');

/**
 * Runs a worker until a signal and ends the process, at once if it cannot start: then the reason is
 * in its output.
 */
export async function runWorker(): Promise<void> {
  try {
    await run(readConfig(await completeEnvironment()));
  } catch (error) {
    const known = error instanceof ConfigurationError || error instanceof ModelConfigurationError;
    console.error(`engine: ${known ? error.message : describe(error)}`);
    process.exit(1);
  }
}

/**
 * Returns the settings' variables, which a platform sends once its database is ready. Libraries
 * read some themselves.
 */
async function completeEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (!hasPlatform) return process.env;
  if (!process.connected) end();
  process.once('disconnect', end);
  const [message] = (await once(process, 'message')) as [{ environment: NodeJS.ProcessEnv }];
  return Object.assign(process.env, message.environment);
}

function end(): never {
  process.exit(0);
}

async function run(config: EngineConfig): Promise<void> {
  const serverConfig = readServerConfig(process.env);
  const redactSettings = createRedactor([...secretsOf(config), ...secretsOfServer(serverConfig)]);
  const log = pino({
    name: 'engine',
    level: config.logLevel,
    serializers: { err: serializeError },
    hooks: { streamWrite: redactSettings },
  });
  const { ignoredSettings = [] } = config;
  if (ignoredSettings.length > 0) {
    log.warn(
      `OUTBOUND=off: these settings need a way out and count for nothing: ${ignoredSettings.join(', ')}`,
    );
  }
  await requirePort(config);
  if (!existsSync(textProgram.main)) {
    throw new ConfigurationError(
      'The programs of the sandbox are missing: npm run build makes them',
    );
  }
  const workLimits = config.workLimits ?? defaultWorkLimits;
  const { drainMs } = workLimits;
  // On a new database there is nothing to take a lease in before.
  await prepareDatabase(config.databaseUrl, config.databaseOwnerUrl, { warn: log.warn.bind(log) });
  const lease = await takeLease(config.databaseUrl, 'engine', log);
  const opened = await openServices({
    config: serverConfig,
    databaseUrl: config.databaseUrl,
    ownerUrl: config.databaseOwnerUrl,
    lease,
    executesWork: false,
    log: log as FastifyBaseLogger,
  });
  // The services know what was generated, the settings the keys of providers.
  const redact = (text: string) => opened.services.redact(redactSettings(text));
  const ground: EngineGround = {
    material: openAgentMaterial(opened.services),
    keySource: openModelKeySource(opened.services),
    effects: createRunEffects(Promise.resolve(opened.services), redact),
    redact,
    keys: opened.services.keys,
    lease,
  };
  const engine = await openEngine(config, log, ground, callLimitsOf(workLimits));
  const closeAll = async () => {
    await engine.close();
    await opened.close();
    await lease.release();
  };
  let closingSinceMs: number | null = null;
  const close = (reason: string, exitCode: number) => {
    if (closingSinceMs !== null) {
      // A second signal ends the process at once, and calls in flight count at their worst case.
      if (performance.now() - closingSinceMs > samePressMs) process.exit(1);
      return;
    }
    closingSinceMs = performance.now();
    log.info({ reason }, 'Engine is closing');
    setTimeout(() => process.exit(1), drainMs + closeLimitMs).unref();
    closeAll().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'Closing failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => close(signal, 0));
  if (!hasPlatform) void watchNpm(process.env, () => close('npm has ended', 0));
  process.off('disconnect', end);
  if (hasPlatform) process.on('disconnect', () => close('the platform has ended', 0));
  // Another process has the work now, so this one must not make another call.
  void engine.lost.then((error) => {
    log.fatal({ err: error }, 'Lost the lease; ending at once');
    process.exit(1);
  });
  // A platform has reported the isolation of this machine before it started the engine.
  if (!hasPlatform)
    await reportIsolation(engine.services.sandbox, log, config.requireIsolation === true);
  const url = await engine.app.listen({ host: config.host, port: config.port });
  log.info({ models: engine.models.map(({ id }) => id) }, 'Engine is ready');
  if (process.connected)
    process.send?.({ ready: true, url, models: engine.models.map(({ id }) => id) });
}

/**
 * Logs what isolates the children that read texts. Throws ConfigurationError if something is open
 * but must not be.
 */
async function reportIsolation(sandbox: Sandbox, log: Logger, isRequired: boolean): Promise<void> {
  const isolation = await sandbox.isolation();
  const level = isComplete(isolation) ? 'info' : 'warn';
  log[level](isolation, 'Isolation of child processes');
  if (isRequired && level === 'warn') {
    throw new ConfigurationError(
      `SANDBOX=required, but a child process could ${describeOpenings(isolation)}`,
    );
  }
}

/**
 * Fails before any call is made, because a process that cannot serve would pay for it in vain.
 * Waits for the engine of a killed platform to release the port.
 */
async function requirePort({ host, port }: EngineConfig): Promise<void> {
  for (const untilMs = performance.now() + (hasPlatform ? portLimitMs : 0); ; ) {
    try {
      const probe = createServer().listen(port, host);
      await once(probe, 'listening');
      probe.close();
      return void (await once(probe, 'close'));
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || performance.now() > untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program; set ENGINE_PORT to a free one`;
  return error.stack ?? error.message;
}
