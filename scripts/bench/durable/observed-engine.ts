import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { openEngine } from '../../../apps/engine/src/open-engine.ts';

/** What one engine process needed; the event loop is watched from its first request until it is told to end. */
export interface EngineLoad {
  peakRssBytes: number;
  eventLoopP99Ms: number;
  eventLoopMaxMs: number;
  cpuMs: number;
}

/**
 * The engine with eyes on its own process. Tells its address by a message; the next message ends it, and the load is the
 * answer. Arguments: a migrated database, the engine's token, the settings of its models as JSON.
 */
const [url = '', token = '', models = '{}'] = process.argv.slice(2);
const config = {
  host: '127.0.0.1',
  port: 0,
  token,
  databaseUrl: url,
  models: { localModelLatencyMs: 0, ...(JSON.parse(models) as object) },
  logLevel: 'error' as const,
};
const engine = await openEngine(config, pino({ level: 'error' }, pino.destination(2)));
const baseUrl = await engine.app.listen({ host: config.host, port: config.port });
// A delay is what a timer of 10 ms is late: the resolution is taken off below.
const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.send?.({ baseUrl });
await once(process, 'message');
delay.disable();
const { user, system } = process.cpuUsage();
const load: EngineLoad = {
  peakRssBytes: process.resourceUsage().maxRSS * 1_024,
  eventLoopP99Ms: delay.percentile(99) / 1e6 - resolutionMs,
  eventLoopMaxMs: delay.max / 1e6 - resolutionMs,
  cpuMs: (user + system) / 1_000,
};
process.send?.(load);
await engine.close();
process.disconnect?.();
