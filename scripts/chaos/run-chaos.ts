import { pollUntil } from '@ecp/testing/poll-until';
import { type Bill, checkBill } from './check/check-bill.ts';
import { checkEvents } from './check/check-events.ts';
import { checkConnections, checkFiles, checkOrphans, listTemporaryFiles } from './check/check-leftovers.ts';
import { checkRuns } from './check/check-runs.ts';
import { checkWrites } from './check/check-writes.ts';
import type { Finding } from './check/finding.ts';
import type { FaultKind, MadeFault } from './faults/fault.ts';
import { makeFaults } from './faults/make-faults.ts';
import { planFaults } from './faults/plan-faults.ts';
import { type Journal, openJournal } from './journal.ts';
import { openLoad, type RunningLoad } from './load/open-load.ts';
import { type ChaosSystem, openSystem } from './system/open-system.ts';

/** Time in which runs end and events are delivered after the last fault. */
const settleLimitMs = 180_000;

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
    const checked = await check(system, load, journal, made);
    const left = await system.closeServices();
    const findings = [
      ...checked.findings,
      ...left.map((name) => ({ rule: 'every service ends when asked', detail: name })),
      ...(await checkConnections(system.postgres)),
    ];
    const deliveries = system.receiver.accepted.length;
    await system.close();
    findings.push(...(await checkFiles(filesBefore)));
    return { journal, made, bill: checked.bill, deliveries, findings, tookMs: performance.now() - startedMs };
  } finally {
    await system.close();
  }
}

async function check(
  system: ChaosSystem,
  load: RunningLoad,
  journal: Journal,
  made: readonly MadeFault[],
): Promise<{ bill: Bill; findings: Finding[] }> {
  const { tenants, finish, openClient } = load;
  await finish(settleLimitMs);
  const readers = tenants.map((tenant) => ({ ...tenant, client: openClient(tenant) }));
  const events = await settle(() => checkEvents(journal, system.receiver.accepted));
  const orphans = await settle(() => checkOrphans(system.postgres));
  const { bill, findings } = await checkBill(system.provider.meter.calls, made, readers);
  return {
    bill,
    findings: [
      ...(await checkRuns(journal, readers)),
      ...(await checkWrites(journal, readers)),
      ...events,
      ...findings,
      ...orphans,
      ...describeUnexpected(journal),
      ...[...system.engines, ...system.platforms].flatMap(({ name, endings }) =>
        endings.map((ending) => ({ rule: 'no service ends by itself', detail: `${name}: ${ending}` })),
      ),
    ],
  };
}

/** Repeats a check until it finds nothing, or for the time in which the product settles. */
async function settle(checkOnce: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  let findings: Finding[] = [];
  await pollUntil(
    async () => {
      findings = await checkOnce();
      return findings.length;
    },
    (count) => count === 0,
    settleLimitMs,
  ).catch(() => undefined);
  return findings;
}

function describeUnexpected({ unexpected }: Journal): Finding[] {
  return unexpected.map(({ request, status, body, atMs }) => ({
    rule: 'every answer is one that the documents allow',
    detail: `${new Date(atMs).toISOString()} ${request} ${status} ${body}`,
  }));
}
