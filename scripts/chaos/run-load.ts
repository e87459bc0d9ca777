import { setTimeout as wait } from 'node:timers/promises';
import type { Bill } from './check/check-bill.ts';
import { checkCrashes } from './check/check-crashes.ts';
import { checkEnds, checkStops } from './check/check-ends.ts';
import { readHeld } from './check/check-leftovers.ts';
import { checkPromises } from './check/check-promises.ts';
import { checkRemains } from './check/check-remains.ts';
import type { Finding } from './check/finding.ts';
import type { MadeFault } from './faults/fault.ts';
import { type Journal, openJournal } from './journal.ts';
import { openLoad, type RunningLoad } from './load/open-load.ts';
import { type ChaosSystem, openSystem, type SystemOptions } from './system/open-system.ts';

export interface LoadOptions extends SystemOptions {
  engagements: number;
  /** Longest pause of a consultant between two runs, in milliseconds. */
  pauseMs: number;
  /** Time between the start and the load, in which pools close what the start has opened, in milliseconds. */
  restMs: number;
  /** Connections of each service, descriptors and processes that it may hold beyond those before the load. */
  mayHold: number;
}

export interface LoadResult {
  journal: Journal;
  /** Null if it could not be read. */
  bill: Bill | null;
  deliveries: number;
  /** Ends of services that a fault kept from the database. */
  endsByDesign: number;
  findings: Finding[];
  /** Folder of the services' logs, which are kept if a promise was broken. */
  logs: string | null;
  tookMs: number;
}

/**
 * Starts a system, lets people work on it while `act` lasts, and then checks every promise and ends everything. `act`
 * returns the faults that it made.
 */
export async function runLoad(
  options: LoadOptions,
  act: (system: ChaosSystem, journal: Journal, load: RunningLoad) => Promise<MadeFault[]>,
): Promise<LoadResult> {
  const startedMs = performance.now();
  const journal = openJournal();
  const system = await openSystem(options);
  try {
    await wait(options.restMs);
    const services = [...system.engines, ...system.platforms];
    const before = await readHeld(system.postgres, services);
    const load = await openLoad(system, journal, options);
    const made = await act(system, journal, load);
    const checked = await checkPromises(system, load, journal, { made, before, mayHold: options.mayHold });
    const left = await system.closeServices();
    const ends = checkEnds(services, made);
    const findings = [
      ...checked.findings,
      ...checkStops(left),
      ...ends.findings,
      ...(await checkCrashes(system.logs)),
      ...(await checkRemains(system)),
    ];
    return {
      journal,
      bill: checked.bill,
      deliveries: system.receiver.accepted.length,
      endsByDesign: ends.byDesign,
      findings,
      logs: findings.length === 0 ? null : await system.keepLogs(),
      tookMs: performance.now() - startedMs,
    };
  } catch (error) {
    throw new Error(`It broke off; the logs of the services are in ${await system.keepLogs()}`, { cause: error });
  } finally {
    await system.close();
  }
}
