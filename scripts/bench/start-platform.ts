import '../build/bundle-servers.ts';
import { serverPrograms } from '@ecp/testing/server-programs';
import { type RunningServer, startOnFreePort } from './programs.ts';

/** The secret that the platform and an engine of the benchmark share. */
export const engineToken = 'token-of-the-benchmark';

/**
 * Starts the platform on a migrated database, with further settings or other values of these. By default it has no
 * engine, writes no request log, and refuses no request of a key for its rate.
 */
export function startPlatform(databaseUrl: string, settings: Record<string, string> = {}): Promise<RunningServer> {
  return startOnFreePort((port) => ({
    path: serverPrograms.platform,
    env: {
      DATABASE_URL: databaseUrl,
      PORT: port,
      ENGINE_URL: 'http://127.0.0.1:1',
      ENGINE_TOKEN: engineToken,
      RATE_LIMIT_API: '1000000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  }));
}
