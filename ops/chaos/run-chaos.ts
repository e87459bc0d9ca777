import { type Bill, checkBill, readUnknownCalls } from './bill.ts';
import {
  checkAudit,
  checkEvents,
  checkRuns,
  checkWrites,
  type Finding,
  readStored,
  settle,
} from './checks.ts';
import { type Journal, openJournal } from './consultant.ts';
import type { MadeFault } from './faults.ts';
import { checkCrashes, checkEnds, checkOrphans, checkRemains } from './leftovers.ts';
import { type LoadOptions, openLoad, type RunningLoad } from './load.ts';
import { type MakeOptions, makeFaults } from './make-faults.ts';
import { type ChaosSystem, nameTarget, openSystem, type SystemOptions } from './system.ts';

export type ChaosOptions = MakeOptions & LoadOptions & SystemOptions;

export interface ChaosResult {
  made: MadeFault[];
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
 * Starts a system, disturbs it while people work on it, and checks what clients, receivers and the
 * provider saw (docs/chaos.md).
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const startedMs = performance.now();
  const journal = openJournal();
  const system = await openSystem(options);
  try {
    const load = await openLoad(system, journal, options);
    const faults = await makeFaults(system, options);
    options.log('the last fault has ended; waiting for the end of all runs');
    const { bill, findings } = await checkPromises(system, load, journal, faults);
    const overdue = await system.closeServices();
    const ends = checkEnds([...system.engines, ...system.platforms], faults);
    findings.push(
      ...overdue.map((detail) => ({ rule: 'every service ends when asked', detail })),
      ...ends.findings,
      ...(await checkCrashes(system.logs)),
      ...(await checkRemains(system)),
    );
    return {
      made: faults,
      journal,
      bill,
      deliveries: system.accepted.length,
      endsByDesign: ends.byDesign,
      findings,
      logs: findings.length === 0 ? null : await system.keepLogs(),
      tookMs: performance.now() - startedMs,
    };
  } catch (error) {
    throw new Error(`It broke off; the logs of the services are in ${await system.keepLogs()}`, {
      cause: error,
    });
  } finally {
    await system.close();
  }
}

/**
 * Time in which runs end, events are delivered and idle connections are closed after the last
 * fault.
 */
const settleLimitMs = 180_000;

/** Waits for the end of all work and checks every promise of it. */
async function checkPromises(
  { postgres, provider, accepted, folder }: ChaosSystem,
  load: RunningLoad,
  journal: Journal,
  made: readonly MadeFault[],
): Promise<{ bill: Bill | null; findings: Finding[] }> {
  const failures = await load.finish(settleLimitMs);
  const delivered = () => checkEvents(journal, accepted);
  const orphans = () => checkOrphans(postgres);
  let bill: Bill | null = null;
  const checkStored = async () => {
    const stored = await readStored(postgres);
    const unknown = await readUnknownCalls(postgres);
    const checked = checkBill(provider.meter.calls, made, stored, unknown);
    bill = checked.bill;
    return [...checkRuns(journal, stored), ...checkWrites(journal, stored), ...checked.findings];
  };
  const unrecovered = made.map(({ kind, target, failure }) =>
    failure === null ? null : `${kind}, ${nameTarget(target)}: ${failure}`,
  );
  const findings = [
    ...(await settle('every event delivered', delivered, settleLimitMs)),
    ...(await settle('no orphan row', orphans, settleLimitMs)),
    ...(await settle('what is stored fits what was seen', checkStored)),
    ...(await settle('the audit chain is whole', () => checkAudit(load.clients, folder))),
    ...nameAll('every answer is one that the documents allow', journal.unexpected),
    ...nameAll('people can work until the end', failures),
    ...nameAll('the product recovers from each fault', unrecovered),
  ];
  return { bill, findings };
}

const nameAll = (rule: string, details: readonly (string | null)[]): Finding[] =>
  details.flatMap((detail) => (detail === null ? [] : { rule, detail }));
