import { hash } from 'node:crypto';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import type { MadeFault } from '../faults/fault.ts';
import type { CheckedTenant } from './checked-tenant.ts';
import type { Finding } from './finding.ts';

/** An answer that arrives so shortly before a fault may not be recorded yet, or so shortly after it, while recovering. */
const inFlightMs = 5_000;
/** Sums of thousands of prices differ in the last digit. */
const toleranceUsd = 1e-6;

/** The bill of the provider, and the costs that the product shows. */
export interface Bill {
  billedUsd: number;
  shownUsd: number;
  calls: number;
  /** Answers that were asked for again because a fault came before they were recorded. */
  repeatedInFlight: number;
  repeatedUsd: number;
}

/** The facts of a metered call that the check of the bill needs. The key of a call is the name of the engine that made it. */
export type BilledCall = Pick<
  MeteredCall,
  'number' | 'key' | 'startedAtMs' | 'finishedAtMs' | 'body' | 'outcome' | 'costNanoUsd'
>;

/**
 * Checks against the provider's own meter that no answered call was asked again, unless a fault that its engine felt
 * came while the answer was on its way, and that the product shows at least what was billed, without repeated calls.
 */
export async function checkBill(
  calls: readonly BilledCall[],
  faults: readonly MadeFault[],
  tenants: readonly CheckedTenant[],
): Promise<{ bill: Bill; findings: Finding[] }> {
  const findings: Finding[] = [];
  const bill: Bill = { billedUsd: 0, shownUsd: 0, calls: calls.length, repeatedInFlight: 0, repeatedUsd: 0 };
  for (const { costNanoUsd } of calls) bill.billedUsd += costNanoUsd / 1e9;
  const answered = calls.filter(({ outcome }) => outcome === 'answered');
  for (const same of Map.groupBy(answered, ({ body }) => hash('sha256', JSON.stringify(body))).values()) {
    for (const [place, call] of same.slice(0, -1).entries()) {
      bill.repeatedInFlight += 1;
      bill.repeatedUsd += call.costNanoUsd / 1e9;
      if (faults.some((fault) => mayLose(fault, call))) continue;
      const again = same[place + 1];
      const detail = `call ${call.number} of ${call.key} (${call.costNanoUsd / 1e9} USD) was asked again as call ${again?.number}`;
      findings.push({ rule: 'no paid answer asked for twice', detail });
    }
  }
  bill.shownUsd = await sumShown(tenants);
  if (bill.shownUsd + bill.repeatedUsd + toleranceUsd < bill.billedUsd) {
    const detail = `billed ${bill.billedUsd}, shown ${bill.shownUsd}, repeated ${bill.repeatedUsd}`;
    findings.push({ rule: 'the cost shown covers the bill', detail });
  }
  return { bill, findings };
}

/** Tells whether a fault of the call's engine, of its connections or of a server may have met the answer on its way. */
function mayLose({ target, beganAtMs, endedAtMs }: MadeFault, { key, startedAtMs, finishedAtMs }: BilledCall): boolean {
  const felt =
    ['postgres', 'provider', 'all services', 'everything'].includes(target) || ` ${target} `.startsWith(` ${key} `);
  const atMs = finishedAtMs ?? startedAtMs;
  return felt && beganAtMs < atMs + inFlightMs && endedAtMs > atMs - inFlightMs;
}

async function sumShown(tenants: readonly CheckedTenant[]): Promise<number> {
  const sums = tenants.flatMap(({ client, engagementIds }) =>
    engagementIds.map(async (id) => {
      const { body } = await client.send<{ runs: { estimatedCost: number }[] }>('get', `/api/engagements/${id}`);
      return body.runs.reduce((sum, { estimatedCost }) => sum + estimatedCost, 0);
    }),
  );
  return (await Promise.all(sums)).reduce((sum, usd) => sum + usd, 0);
}
