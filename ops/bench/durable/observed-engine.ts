import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { openEngine } from '../../../apps/server/src/engine/open-engine.ts';

/**
 * The resources that one engine process used. The event loop is observed from the first request to
 * the end.
 */
export interface EngineLoad {
  peakRssBytes: number;
  eventLoopP99Ms: number;
  eventLoopMaxMs: number;
  cpuMs: number;
}

/**
 * Runs an engine that observes its own process. It sends its address as a message. The next message
 * to it ends it, and it replies with its load. The arguments are a migrated database, the engine's
 * token, and the settings of its models as JSON.
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
// The delay is how late a timer of 10 ms fires. The resolution is subtracted below.
const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.send?.({ baseUrl });
await once(process, 'message');
delay.disable();
const { user, system } = process.cpuUsage();
const load: EngineLoad = {
  peakRssBytes: readPeakRssBytes(),
  eventLoopP99Ms: delay.percentile(99) / 1e6 - resolutionMs,
  eventLoopMaxMs: delay.max / 1e6 - resolutionMs,
  cpuMs: (user + system) / 1_000,
};
process.send?.(load);
await engine.close();
process.disconnect?.();

/**
 * Returns the highest resident memory of this process, from Linux' `/proc`.
 * `process.resourceUsage().maxRSS` is no less than the memory that the parent had when it started
 * this process.
 */
function readPeakRssBytes(): number {
  return (
    Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024
  );
}
