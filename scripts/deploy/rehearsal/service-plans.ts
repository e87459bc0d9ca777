import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformOptions, serverPrograms } from '@ecp/testing/server-programs';
import type { ProcessPlan } from '@ecp/testing/supervised-process';
import { type ComposeService, localise, type Ports } from './compose-file.ts';

/** Folder of the present release. */
export const checkout = fileURLToPath(new URL('../../../', import.meta.url));

/** How services reach Postgres: through PgBouncer by transactions or by sessions, or directly. */
export type Pooling = 'transaction' | 'session' | 'direct';

/** The platforms and engines of the compose file. */
export const serviceNames = ['platform', 'engine'].flatMap((kind) => [1, 2, 3].map((number) => `${kind}-${number}`));

/** Returns whether a service of these names is a platform. The others are engines. */
export const isPlatform = (name: string): boolean => name.startsWith('platform');

/** Returns the address of a platform or engine among the containers. */
export const addressOf = (name: string): string => `${name}:${isPlatform(name) ? 3000 : 3001}`;

/** Returns the local port that stands for an address among the containers. */
export const portOf = (ports: Ports, address: string): number => ports.get(address) ?? 0;

/** The settings that every process gets: paths of programs and the compile cache. */
export const inherited = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(checkout, 'node_modules/.cache/compiled'),
});

/** Returns the environment that the compose file gives a service, with local addresses. */
export function readEnvironment(service: ComposeService | undefined, ports: Ports): Record<string, string> {
  const settings = Object.entries(service?.environment ?? {});
  return { ...inherited(), ...Object.fromEntries(settings.map(([key, value]) => [key, localise(value, ports)])) };
}

/** Plans how a platform or an engine of the release in `release` runs as a process of this machine. */
export function planService(options: {
  name: string;
  service: ComposeService | undefined;
  ports: Ports;
  folder: string;
  pooling: Pooling;
  release: string;
}): ProcessPlan {
  const { name, ports, folder, pooling } = options;
  const { DATABASE_DIRECT_URL = '', ...given } = readEnvironment(options.service, ports);
  const port = String(portOf(ports, addressOf(name)));
  const places = { PORT: port, HOST: '127.0.0.1', ENGINE_PORT: port, ENGINE_HOST: '127.0.0.1' };
  const limits = { RATE_LIMIT_API: '1000000', RATE_LIMIT_ENGINE: '1000000', LOG_LEVEL: 'warn' };
  const addresses = pooling === 'direct' ? { DATABASE_URL: DATABASE_DIRECT_URL } : { DATABASE_DIRECT_URL };
  return {
    name,
    command: [process.execPath, ...(isPlatform(name) ? platformOptions : []), findProgram(options.release, name)],
    cwd: options.release,
    environment: { ...given, ...addresses, ...places, ...limits, DATA_DIR: join(folder, name) },
    logPath: join(folder, 'logs', `${name}.log`),
    stopLimitMs: options.service?.stopLimitMs,
    isReady: () => isReady(`http://127.0.0.1:${port}`, isPlatform(name) ? '/api/health' : '/health'),
  };
}

/** Returns the program of the images. A release that was not built runs from its sources. */
function findProgram(release: string, name: string): string {
  const app = isPlatform(name) ? 'platform' : 'engine';
  return existsSync(join(release, serverPrograms[app])) ? serverPrograms[app] : `apps/${app}/src/main.ts`;
}

/** Prefers /ready. A release that has no such path is ready as soon as it lives. */
async function isReady(url: string, livePath: string): Promise<boolean> {
  const ask = (path: string) =>
    fetch(url + path, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status,
      () => 0,
    );
  const status = await ask('/ready');
  return status === 404 || status === 401 ? (await ask(livePath)) === 200 : status === 200;
}
