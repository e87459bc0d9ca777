import { hash } from 'node:crypto';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import type { ChaosPostgres } from './chaos-postgres.ts';
import type { CheckedTenant, Finding } from './checks.ts';
import type { MadeFault } from './faults.ts';
import { feels, isServer, leadsTo } from './system.ts';

/** An answer that arrives so shortly before or after a fault may not have been recorded. */
const inFlightMs = 5_000;
/** Limits the tries of a call. */
const triesOfCall = 4;
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
  unknown: UnknownCalls;
}

/**
 * The calls whose outcome the engine does not know, and what they count as: the worst case of each.
 */
interface UnknownCalls {
  count: number;
  usd: number;
}

/**
 * The facts of a metered call that the check of the bill needs. The key of a call is the name of
 * the engine that made it.
 */
export type BilledCall = Pick<
  MeteredCall,
  'number' | 'key' | 'startedAtMs' | 'finishedAtMs' | 'body' | 'outcome' | 'costNanoUsd'
>;

/**
 * Checks against the provider's own meter that no answered call was asked again, unless a fault
 * that its engine felt came while the answer was on its way; that the product shows at least what
 * was billed, without repeated calls; and that it shows no more than the bill and the calls that
 * faults can have interrupted, at their worst case.
 */
export function checkBill(
  calls: readonly BilledCall[],
  faults: readonly MadeFault[],
  tenants: readonly CheckedTenant[],
  unknown: UnknownCalls,
): { bill: Bill; findings: Finding[] } {
  const { findings, repeated } = checkRepeats(calls, faults);
  const bill: Bill = {
    billedUsd: sumUsd(calls),
    shownUsd: tenants
      .flatMap(({ exported }) => exported.runs)
      .reduce((sum, run) => sum + run.estimatedCost, 0),
    calls: calls.length,
    repeatedInFlight: repeated.length,
    repeatedUsd: sumUsd(repeated),
    unknown,
  };
  const { billedUsd, shownUsd, repeatedUsd } = bill;
  if (shownUsd + repeatedUsd + toleranceUsd < billedUsd) {
    const detail = `billed ${billedUsd}, shown ${shownUsd}, repeated ${repeatedUsd}`;
    findings.push({ rule: 'the cost shown covers the bill', detail });
  }
  const rule = 'the cost shown is at most the bill and the worst case of interrupted calls';
  if (shownUsd > billedUsd + unknown.usd + toleranceUsd) {
    findings.push({
      rule,
      detail: `shown ${shownUsd}, billed ${billedUsd}, worst case ${unknown.usd}`,
    });
  }
  const interrupted = countInterrupted(calls, faults);
  if (unknown.count > interrupted) {
    findings.push({
      rule,
      detail: `${unknown.count} calls of unknown outcome, at most ${interrupted} interrupted`,
    });
  }
  return { bill, findings };
}

/**
 * Reads the calls of unknown outcome from the engine's records, because no client sees them apart
 * from the others.
 */
export async function readUnknownCalls(
  postgres: Pick<ChaosPostgres, 'query'>,
): Promise<UnknownCalls> {
  const [row] = await postgres.query<{ count: string; usd: string }>(
    `select count(*), coalesce(sum(cost_nano_usd), 0) / 1e9 as usd from engine.model_calls where status = 'unknown'`,
  );
  return { count: Number(row?.count), usd: Number(row?.usd) };
}

/**
 * Finds answers that were asked for again. A fault excuses one such answer of each call and engine.
 */
function checkRepeats(
  calls: readonly BilledCall[],
  faults: readonly MadeFault[],
): { findings: Finding[]; repeated: BilledCall[] } {
  const findings: Finding[] = [];
  const answered = calls.filter(({ outcome }) => outcome === 'answered');
  const groups = [
    ...Map.groupBy(answered, ({ body }) => hash('sha256', JSON.stringify(body))).values(),
  ];
  for (const same of groups) {
    const used = new Set<string>();
    for (const [place, call] of same.slice(0, -1).entries()) {
      const excuseOf = (fault: MadeFault) => `${faults.indexOf(fault)} ${call.key}`;
      const excuse = faults.find((fault) => mayLose(fault, call) && !used.has(excuseOf(fault)));
      if (excuse !== undefined) {
        used.add(excuseOf(excuse));
        continue;
      }
      findings.push({
        rule: 'no paid answer asked for twice',
        detail: describeRepeat(call, same[place + 1]),
      });
    }
  }
  return { findings, repeated: groups.flatMap((same) => same.slice(0, -1)) };
}

function describeRepeat(call: BilledCall, again: BilledCall | undefined): string {
  const answered = `call ${call.number} of ${call.key} (${call.costNanoUsd / 1e9} USD), answered at ${timeOf(call.finishedAtMs)}`;
  return `${answered}, was asked again at ${timeOf(again?.startedAtMs)} as call ${again?.number} of ${again?.key}`;
}

const timeOf = (ms: number | null | undefined): string =>
  ms ? new Date(ms).toISOString() : 'an unknown time';

/**
 * Tells whether a fault of the call's engine, of its connections or of a server may have met the
 * answer on its way.
 */
function mayLose(
  { targets, beganAtMs, endedAtMs }: MadeFault,
  { key, startedAtMs, finishedAtMs }: BilledCall,
): boolean {
  const felt = targets.some((target) => isServer(target, 'provider') || feels(key, target));
  const atMs = finishedAtMs ?? startedAtMs;
  return felt && beganAtMs < atMs + inFlightMs && endedAtMs > atMs - inFlightMs;
}

/**
 * Counts the calls that faults can have interrupted: those that the meter saw end without an
 * answer, and those whose answers a fault may have met. A fault on the way to the provider
 * interrupts all tries of a call, which the meter does not see.
 */
function countInterrupted(calls: readonly BilledCall[], faults: readonly MadeFault[]): number {
  const answered = calls.filter(({ outcome }) => outcome === 'answered');
  const met = faults.map((fault) => {
    const isOfProvider = fault.targets.some(
      (target) => isServer(target, 'provider') || leadsTo(target, 'provider'),
    );
    const tries = isOfProvider ? triesOfCall : 1;
    return tries * answered.filter((call) => mayLose(fault, call)).length;
  });
  return calls.length - answered.length + met.reduce((sum, count) => sum + count, 0);
}

const sumUsd = (calls: readonly BilledCall[]) =>
  calls.reduce((sum, { costNanoUsd }) => sum + costNanoUsd / 1e9, 0);
