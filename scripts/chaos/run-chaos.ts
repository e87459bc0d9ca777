import type { Bill } from './check/check-bill.ts';
import { checkConnections, checkFiles, checkProcesses } from './check/check-leftovers.ts';
import { checkPromises } from './check/check-promises.ts';
import type { Finding } from './check/finding.ts';
import type { MadeFault } from './faults/fault.ts';
import { type MakeOptions, makeFaults } from './faults/make-faults.ts';
import { type Journal, openJournal } from './journal.ts';
import { openLoad } from './load/open-load.ts';
import { openSystem, type SystemOptions } from './system/open-system.ts';

export interface ChaosOptions extends MakeOptions, SystemOptions {
  engagements: number;
  /** Longest pause of a consultant between two runs, in milliseconds. */
  pauseMs: number;
}

export interface ChaosResult {
  journal: Journal;
  made: MadeFault[];
  bill: Bill;
  deliveries: number;
  /** Ends of services that no fault caused, each with its time. */
  endings: string[];
  findings: Finding[];
  /** Folder of the services' logs, which are kept if a promise was broken. */
  logs: string | null;
  tookMs: number;
}

/** Disturbs a working product and checks what clients, receivers and the provider saw (docs/chaos.md). */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const startedMs = performance.now();
  const journal = openJournal();
  const system = await openSystem(options);
  try {
    const load = await openLoad(system, journal, options);
    const made = await makeFaults(system, options);
    options.log('the last fault has ended; waiting for the end of all runs');
    const checked = await checkPromises(system, load, journal, made);
    const left = await system.closeServices();
    const services = [...system.engines, ...system.platforms];
    const findings = [
      ...checked.findings,
      ...left.map((name) => ({ rule: 'every service ends when asked', detail: name })),
      ...(await checkConnections(system.postgres)),
      ...(await checkProcesses(services.flatMap(({ pids }) => pids))),
      ...(await checkFiles(system.temporary)),
    ];
    return {
      journal,
      made,
      bill: checked.bill,
      deliveries: system.receiver.accepted.length,
      endings: services.flatMap(({ name, endings }) => endings.map((ending) => `${name}: ${ending}`)),
      findings,
      logs: findings.length === 0 ? null : await system.keepLogs(),
      tookMs: performance.now() - startedMs,
    };
  } finally {
    await system.close();
  }
}
