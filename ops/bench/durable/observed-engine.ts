import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { takeLease } from '@ecp/database/executor-lease';
import pino from 'pino';
import { openEngine } from '../../../apps/server/src/engine/open-engine.ts';
import { createKeyRing } from '../../../apps/server/src/kernel/keys/key-ring.ts';
import { testSecret } from '../../../apps/server/testing/engine/engine-client.ts';
import { noEffects, noKeys, noMaterial } from '../../../apps/server/testing/engine/no-material.ts';

/**
 * The resources that one engine process used. The event loop is observed from the first run to the
 * end.
 */
export interface EngineLoad {
  peakRssBytes: number;
  eventLoopP99Ms: number;
  eventLoopMaxMs: number;
  cpuMs: number;
}

/**
 * Runs a worker that observes its own process. It sends a message when it is ready. The next message
 * to it ends it, and it replies with its load. The arguments are a migrated database and the
 * settings of its models as JSON.
 */
const [url = '', models = '{}'] = process.argv.slice(2);
const config = {
  host: '127.0.0.1',
  port: 0,
  databaseUrl: url,
  models: { localModelLatencyMs: 0, ...(JSON.parse(models) as object) },
  logLevel: 'error' as const,
};
const log = pino({ level: 'error' }, pino.destination(2));
const lease = await takeLease(url, 'engine', log);
const keys = createKeyRing([testSecret]);
const ground = {
  material: noMaterial,
  keySource: noKeys,
  effects: noEffects,
  redact: (text: string) => text,
  keys,
  lease,
};
const engine = await openEngine(config, log, ground);
// The delay is how late a timer of 10 ms fires. The resolution is subtracted below.
const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.send?.({ ready: true });
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
await lease.release();
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
