import { hash } from 'node:crypto';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import type { ChaosPostgres } from './chaos-postgres.ts';
import type { Finding, StoredWork } from './checks.ts';
import type { MadeFault } from './faults.ts';
import { feels } from './system.ts';

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
 * Reads the calls of unknown outcome from the engine's records, because no client sees them apart
 * from the others.
 */
export async function readUnknownCalls({
  query,
}: Pick<ChaosPostgres, 'query'>): Promise<UnknownCalls> {
  const [row] = await query<{ count: string; usd: string }>(
    `select count(*), coalesce(sum(cost_nano_usd), 0) / 1e9 as usd from engine.model_calls where status = 'unknown'`,
  );
  return { count: Number(row?.count), usd: Number(row?.usd) };
}

/**
 * Checks against the provider's own meter that no answered call was asked again, unless a fault
 * that its engine felt came while the answer was on its way; that the product shows at least what
 * was billed, without repeated calls; and that it shows no more than the bill and the calls that
 * faults can have interrupted, at their worst case.
 */
export function checkBill(
  calls: readonly BilledCall[],
  faults: readonly MadeFault[],
  { runs }: Pick<StoredWork, 'runs'>,
  unknown: UnknownCalls,
): { bill: Bill; findings: Finding[] } {
  const answered = calls.filter(({ outcome }) => outcome === 'answered');
  const byRequest = Map.groupBy(answered, ({ body }) => hash('sha256', JSON.stringify(body)));
  const groups = [...byRequest.values()];
  const repeated = groups.flatMap((same) => same.slice(0, -1));
  const billedUsd = sumUsd(calls);
  const shownUsd = runs.reduce((sum, { costUsd }) => sum + costUsd, 0);
  const findings = groups.flatMap((same) => findRepeats(same, faults));
  const report = (rule: string, detail: string) => findings.push({ rule, detail });
  const sums = `shown ${shownUsd}, billed ${billedUsd}`;
  if (shownUsd + sumUsd(repeated) + toleranceUsd < billedUsd)
    report('the cost shown covers the bill', `${sums}, repeated ${sumUsd(repeated)}`);
  const bound = 'the cost shown is at most the bill and the worst case of interrupted calls';
  if (shownUsd > billedUsd + unknown.usd + toleranceUsd)
    report(bound, `${sums}, worst case ${unknown.usd}`);
  const interrupted = countInterrupted(calls, answered, faults);
  if (unknown.count > interrupted)
    report(bound, `${unknown.count} of unknown outcome, at most ${interrupted} interrupted`);
  const repeatedInFlight = repeated.length;
  const bill = { billedUsd, shownUsd, calls: calls.length, repeatedInFlight, unknown };
  return { bill, findings };
}

/** Finds answers that were asked for again. Each fault excuses one of each engine. */
function findRepeats(same: readonly BilledCall[], faults: readonly MadeFault[]): Finding[] {
  const used = new Set<string>();
  return same.slice(0, -1).flatMap((call, place): Finding[] => {
    const excuses = faults.flatMap((fault, at) =>
      mayLose(fault, call) ? [`${at} ${call.key}`] : [],
    );
    const excuse = excuses.find((name) => !used.has(name));
    if (excuse !== undefined) {
      used.add(excuse);
      return [];
    }
    const again = same[place + 1];
    const at = new Date(call.finishedAtMs ?? call.startedAtMs).toISOString();
    const detail = `call ${call.number} of ${call.key}, answered at ${at}, was asked again as call ${again?.number} of ${again?.key}`;
    return [{ rule: 'no paid answer asked for twice', detail }];
  });
}

/**
 * Tells whether a fault of the call's engine, of its connections or of a server may have met the
 * answer on its way.
 */
function mayLose(
  { target, beganAtMs, endedAtMs }: MadeFault,
  { key, startedAtMs, finishedAtMs }: BilledCall,
): boolean {
  const isFelt = target.name === 'provider' || feels(key, target);
  const atMs = finishedAtMs ?? startedAtMs;
  return isFelt && beganAtMs < atMs + inFlightMs && endedAtMs > atMs - inFlightMs;
}

/**
 * Counts the calls that faults can have interrupted: those that the meter saw end without an
 * answer, and those whose answers a fault may have met. A fault on the way to the provider
 * interrupts all tries of a call, which the meter does not see.
 */
function countInterrupted(
  calls: readonly BilledCall[],
  answered: readonly BilledCall[],
  faults: readonly MadeFault[],
): number {
  const counts = faults.map((fault) => {
    const isOfProvider = [fault.target.name, fault.target.to].includes('provider');
    const tries = isOfProvider ? triesOfCall : 1;
    return tries * answered.filter((call) => mayLose(fault, call)).length;
  });
  return calls.length - answered.length + counts.reduce((sum, count) => sum + count, 0);
}

const sumUsd = (calls: readonly BilledCall[]) =>
  calls.reduce((sum, { costNanoUsd }) => sum + costNanoUsd / 1e9, 0);
