import { pollUntil } from '@ecp/testing/poll-until';
import type { MadeFault } from '../faults/fault.ts';
import type { Journal } from '../journal.ts';
import type { RunningLoad } from '../load/open-load.ts';
import type { ChaosSystem } from '../system/open-system.ts';
import { checkAudit } from './check-audit.ts';
import { type Bill, checkBill } from './check-bill.ts';
import { checkEvents } from './check-events.ts';
import { checkOrphans } from './check-leftovers.ts';
import { checkRuns } from './check-runs.ts';
import { checkWrites } from './check-writes.ts';
import type { Finding } from './finding.ts';

/** Time in which runs end and events are delivered after the last fault. */
const settleLimitMs = 180_000;

/** Waits for the end of all work and checks every promise by what clients, receivers and the provider saw. */
export async function checkPromises(
  system: ChaosSystem,
  load: RunningLoad,
  journal: Journal,
  made: readonly MadeFault[],
): Promise<{ bill: Bill; findings: Finding[] }> {
  const { tenants, finish, openClient } = load;
  const failures = await finish(settleLimitMs);
  const readers = tenants.map((tenant) => ({ ...tenant, client: openClient(tenant) }));
  const events = await settle(() => checkEvents(journal, system.receiver.accepted));
  const orphans = await settle(() => checkOrphans(system.postgres));
  const { bill, findings } = await checkBill(system.provider.meter.calls, made, readers);
  return {
    bill,
    findings: [
      ...(await checkRuns(journal, readers)),
      ...(await checkWrites(journal, readers)),
      ...(await checkAudit(journal, readers, system.folder)),
      ...events,
      ...findings,
      ...orphans,
      ...describeUnexpected(journal),
      ...failures.map((detail) => ({ rule: 'people can work until the end', detail })),
      ...made.flatMap(({ kind, target, failure }) =>
        failure === null
          ? []
          : [{ rule: 'the product recovers from each fault', detail: `${kind}, ${target}: ${failure}` }],
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
