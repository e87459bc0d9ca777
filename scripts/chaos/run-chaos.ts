import type { Bill } from './check/check-bill.ts';
import { checkConnections, checkFiles, listTemporaryFiles } from './check/check-leftovers.ts';
import { checkPromises } from './check/check-promises.ts';
import type { Finding } from './check/finding.ts';
import type { FaultKind, MadeFault } from './faults/fault.ts';
import { makeFaults } from './faults/make-faults.ts';
import { planFaults } from './faults/plan-faults.ts';
import { type Journal, openJournal } from './journal.ts';
import { openLoad } from './load/open-load.ts';
import { openSystem } from './system/open-system.ts';

export interface ChaosOptions {
  seed: string;
  faults: number;
  kinds: readonly FaultKind[];
  /** Faults that may last at once. */
  lanes: number;
  platforms: number;
  engines: number;
  engagements: number;
  modelMs: number;
  /** Longest pause of a consultant between two runs. */
  pauseMs: number;
  log: (line: string) => void;
}

export interface ChaosResult {
  journal: Journal;
  made: MadeFault[];
  bill: Bill;
  deliveries: number;
  /** Ends of services that no fault caused, each with its time. */
  endings: string[];
  findings: Finding[];
  tookMs: number;
}

/** Disturbs a working product and checks what clients, receivers and the provider saw (docs/chaos.md). */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const startedMs = performance.now();
  const journal = openJournal();
  const filesBefore = await listTemporaryFiles();
  const system = await openSystem(options);
  try {
    const load = await openLoad(system, journal, options);
    const planned = planFaults(options.seed, options.faults, options.kinds);
    const made = await makeFaults(system, planned, options.kinds, options);
    options.log('the last fault has ended; waiting for the end of all runs');
    const checked = await checkPromises(system, load, journal, made);
    const left = await system.closeServices();
    const findings = [
      ...checked.findings,
      ...left.map((name) => ({ rule: 'every service ends when asked', detail: name })),
      ...(await checkConnections(system.postgres)),
    ];
    const deliveries = system.receiver.accepted.length;
    const services = [...system.engines, ...system.platforms];
    const endings = services.flatMap(({ name, endings: own }) => own.map((ending) => `${name}: ${ending}`));
    await system.close();
    findings.push(...(await checkFiles(filesBefore)));
    return { journal, made, bill: checked.bill, deliveries, endings, findings, tookMs: performance.now() - startedMs };
  } finally {
    await system.close();
  }
}
