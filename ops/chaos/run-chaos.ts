import { type Bill, checkBill, readUnknownCalls } from './bill.ts';
import {
  type CheckedTenant,
  checkAudit,
  checkEvents,
  checkRuns,
  checkWrites,
  type Finding,
  readExports,
  settle,
} from './checks.ts';
import { type Journal, openJournal } from './consultant.ts';
import type { MadeFault } from './faults.ts';
import { checkCrashes, checkEnds, checkOrphans, checkRemains, checkStops } from './leftovers.ts';
import { openLoad, type RunningLoad } from './load.ts';
import { type MakeOptions, makeFaults } from './make-faults.ts';
import { type ChaosSystem, nameTargets, openSystem, type SystemOptions } from './system.ts';

type ChaosOptions = MakeOptions & LoadOptions;
export type ChaosResult = LoadResult & { made: MadeFault[] };

/**
 * Disturbs a working product and checks what clients, receivers and the provider saw
 * (docs/chaos.md).
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  let made: MadeFault[] = [];
  const result = await runLoad(options, async (system) => {
    made = await makeFaults(system, options);
    options.log('the last fault has ended; waiting for the end of all runs');
    return made;
  });
  return { ...result, made };
}

interface LoadOptions extends SystemOptions {
  engagements: number;
  /** Limits the pause of a consultant between two runs, in milliseconds. */
  pauseMs: number;
}

interface LoadResult {
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
 * Starts a system, lets people work on it while `act` lasts, and then checks every promise and ends
 * everything. `act` returns the faults that it made.
 */
async function runLoad(
  options: LoadOptions,
  act: (system: ChaosSystem) => Promise<MadeFault[]>,
): Promise<LoadResult> {
  const startedMs = performance.now();
  const journal = openJournal();
  const system = await openSystem(options);
  try {
    const services = [...system.engines, ...system.platforms];
    const load = await openLoad(system, journal, options);
    const made = await act(system);
    const checked = await checkPromises(system, load, journal, made);
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

/**
 * Waits for the end of all work and checks every promise by what clients, receivers and the
 * provider saw.
 */
async function checkPromises(
  system: ChaosSystem,
  load: RunningLoad,
  journal: Journal,
  made: readonly MadeFault[],
): Promise<{ bill: Bill | null; findings: Finding[] }> {
  const failures = await load.finish(settleLimitMs);
  const { postgres, receiver } = system;
  const settled = [
    ...(await settle(
      'every event delivered',
      () => checkEvents(journal, receiver.accepted),
      settleLimitMs,
    )),
    ...(await settle('no orphan row', () => checkOrphans(postgres), settleLimitMs)),
  ];
  const { bill, findings } = await checkExports(system, load, journal, made);
  return {
    bill,
    findings: [
      ...findings,
      ...settled,
      ...describeUnexpected(journal),
      ...failures.map((detail) => ({ rule: 'people can work until the end', detail })),
      ...made.flatMap(({ kind, targets, failure }) =>
        failure === null
          ? []
          : [
              {
                rule: 'the product recovers from each fault',
                detail: `${kind}, ${nameTargets(targets)}: ${failure}`,
              },
            ],
      ),
    ],
  };
}

/** Checks what tenants see. The bill is null where that could not be read. */
async function checkExports(
  { postgres, provider, folder }: ChaosSystem,
  { tenants, openClient }: RunningLoad,
  journal: Journal,
  made: readonly MadeFault[],
): Promise<{ bill: Bill | null; findings: Finding[] }> {
  let checked: CheckedTenant[] = [];
  let bill: Bill | null = null;
  const unread = await settle('every tenant can export its data', async () => {
    checked = await readExports(
      tenants.map((tenant) => ({ ...tenant, client: openClient(tenant) })),
    );
    return [];
  });
  if (unread.length > 0) return { bill, findings: unread };
  const findings = [
    ...(await settle('every run ends', () => checkRuns(journal, checked))),
    ...(await settle('every acknowledged write once', () => checkWrites(journal, checked))),
    ...(await settle('the audit chain is whole', () => checkAudit(journal, checked, folder))),
    ...(await settle('the cost shown covers the bill', async () => {
      const result = checkBill(
        provider.meter.calls,
        made,
        checked,
        await readUnknownCalls(postgres),
      );
      bill = result.bill;
      return result.findings;
    })),
  ];
  return { bill, findings };
}

function describeUnexpected({ unexpected }: Journal): Finding[] {
  return unexpected.map(({ request, status, body, atMs }) => ({
    rule: 'every answer is one that the documents allow',
    detail: `${new Date(atMs).toISOString()} ${request} ${status} ${body}`,
  }));
}
