import { findFreePort, platformProgram, type RunningProgram, startServer } from '../programs.ts';

/** A platform on a filled database, without an engine. */
export interface RunningPlatform {
  /** Address of its API. */
  baseUrl: string;
  server: RunningProgram;
}

/** Starts the platform on a database. No request that is measured needs the engine. */
export async function startPlatform(url: string): Promise<RunningPlatform> {
  const port = await findFreePort();
  const server = await startServer({
    ...platformProgram,
    env: {
      DATABASE_URL: url,
      PORT: String(port),
      ENGINE_URL: 'http://127.0.0.1:1',
      ENGINE_TOKEN: 'not-used-by-the-benchmark',
      RATE_LIMIT_API: '1000000',
      LOG_LEVEL: 'warn',
    },
  });
  return { baseUrl: `http://127.0.0.1:${port}/api`, server };
}
