import type { MadeFault } from '../faults/fault.ts';
import { nameTargets } from '../faults/target.ts';
import type { Journal } from '../journal.ts';
import type { RunningLoad } from '../load/open-load.ts';
import type { ChaosSystem } from '../system/open-system.ts';
import { checkAudit } from './check-audit.ts';
import { type Bill, checkBill, readUnknownCalls } from './check-bill.ts';
import { checkEvents } from './check-events.ts';
import { checkHeld, checkOrphans, type Held, readHeld } from './check-leftovers.ts';
import { checkRuns } from './check-runs.ts';
import { checkWrites } from './check-writes.ts';
import { type CheckedTenant, readExports } from './checked-tenant.ts';
import type { Finding } from './finding.ts';
import { settle } from './settle.ts';

/** Time in which runs end, events are delivered and idle connections are closed after the last fault. */
const settleLimitMs = 180_000;

/** Waits for the end of all work and checks every promise by what clients, receivers and the provider saw. */
export async function checkPromises(
  system: ChaosSystem,
  load: RunningLoad,
  journal: Journal,
  { made, before, mayHold }: { made: readonly MadeFault[]; before: Held; mayHold: number },
): Promise<{ bill: Bill | null; findings: Finding[] }> {
  const failures = await load.finish(settleLimitMs);
  const { postgres, receiver } = system;
  const settled = [
    ...(await settle('every event delivered', () => checkEvents(journal, receiver.accepted), settleLimitMs)),
    ...(await settle('no orphan row', () => checkOrphans(postgres), settleLimitMs)),
  ];
  const { bill, findings } = await checkExports(system, load, journal, made);
  const services = [...system.platforms, ...system.engines];
  const leaked = await settle(
    'no leaked connection, file, process',
    async () => checkHeld(before, await readHeld(postgres, services), mayHold),
    settleLimitMs,
  );
  return {
    bill,
    findings: [
      ...findings,
      ...settled,
      ...leaked,
      ...describeUnexpected(journal),
      ...failures.map((detail) => ({ rule: 'people can work until the end', detail })),
      ...made.flatMap(({ kind, targets, failure }) =>
        failure === null
          ? []
          : [{ rule: 'the product recovers from each fault', detail: `${kind}, ${nameTargets(targets)}: ${failure}` }],
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
    checked = await readExports(tenants.map((tenant) => ({ ...tenant, client: openClient(tenant) })));
    return [];
  });
  if (unread.length > 0) return { bill, findings: unread };
  const findings = [
    ...(await settle('every run ends', () => checkRuns(journal, checked))),
    ...(await settle('every acknowledged write once', () => checkWrites(journal, checked))),
    ...(await settle('the audit chain is whole', () => checkAudit(journal, checked, folder))),
    ...(await settle('the cost shown covers the bill', async () => {
      const result = checkBill(provider.meter.calls, made, checked, await readUnknownCalls(postgres));
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
