import { setTimeout as wait } from 'node:timers/promises';
import { pollUntil } from '@ecp/testing/poll-until';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import {
  type AimedFault,
  type FaultKind,
  HeldTargets,
  type MadeFault,
  type PlannedFault,
} from './faults.ts';
import { type ChaosSystem, nameTargets, type Target } from './system.ts';

/** A fault that hits nothing so often is left out. */
const mostTries = 4;
/** Time in which every service serves again after a fault. */
const recoveryLimitMs = 120_000;

export interface MakeOptions {
  planned: readonly PlannedFault[];
  kinds: readonly FaultKind[];
  /** Faults that may last at once. */
  lanes: number;
  /** Pause of a lane after each fault, in which the product recovers, in milliseconds. */
  recoveryMs: number;
  /** Ends the present faults and makes no further one. */
  stopped: AbortSignal;
  log: (line: string) => void;
}

/** The faults of one system, of which each target has one at a time. */
interface Maker {
  system: ChaosSystem;
  held: HeldTargets;
  stopped: AbortSignal;
  recoveryLimitMs: number;
}

/**
 * Makes the planned faults in lanes, so that several last at once. A fault that is to be alone
 * waits until the others have ended. One that hits nothing is made again later, on another target.
 * Returns those that hit something.
 */
export async function makeFaults(
  system: ChaosSystem,
  { planned, kinds, lanes, recoveryMs, stopped, log }: MakeOptions,
): Promise<MadeFault[]> {
  const made: MadeFault[] = [];
  const maker: Maker = { system, held: new HeldTargets(), stopped, recoveryLimitMs };
  const left = [...planned];
  while (left.length > 0 && !stopped.aborted) {
    const alone = (fault: PlannedFault) => kindOf(kinds, fault).alone === true;
    const next = left.findIndex(alone);
    const together = left.splice(0, next === 0 ? 1 : next === -1 ? left.length : next);
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (
          let fault = together.shift();
          fault !== undefined && !stopped.aborted;
          fault = together.shift()
        ) {
          const kind = kindOf(kinds, fault);
          const one = await makeFault(maker, kind, fault);
          if (one === null) {
            const missed = (fault.missed ?? 0) + 1;
            if (missed < mostTries)
              left.push({ ...fault, missed, choice: (fault.choice + 1 / mostTries) % 1 });
            else log(`left out: ${fault.kind}`);
          } else {
            made.push(one);
            log(`${made.length} of ${planned.length}: ${describe(one)}`);
          }
          await waitUnless(stopped, recoveryMs + (kind.quietMs ?? 0));
        }
      }),
    );
  }
  return made;
}

/**
 * Makes one fault while no other one holds its targets, undoes it, and waits until every service
 * that no other fault disturbs is ready. Returns null if it hit nothing.
 */
export async function makeFault(
  maker: Maker,
  kind: FaultKind,
  planned: PlannedFault,
): Promise<MadeFault | null> {
  const aimed = kind.aim(maker.system, planned);
  if (aimed === null || !(await maker.held.take(aimed.holds, maker.stopped))) return null;
  try {
    const beganAtMs = Date.now();
    const { target, failures } = await beginAndEnd(maker, aimed, planned);
    const endedAtMs = Date.now();
    if (target === null && failures.length === 0) return null;
    failures.push(...(await recover(maker, aimed)));
    return {
      kind: planned.kind,
      targets: target === null ? aimed.holds : [target],
      beganAtMs,
      endedAtMs,
      mayTakeLease: kind.mayTakeLease === true,
      failure: failures.length === 0 ? null : failures.join('; '),
    };
  } finally {
    maker.held.release(aimed.holds);
  }
}

async function beginAndEnd(
  { stopped }: Maker,
  aimed: AimedFault,
  { forMs }: PlannedFault,
): Promise<{ target: Target | null; failures: string[] }> {
  const acts: (() => Promise<void> | void)[] = [];
  const failures: string[] = [];
  const note = (error: unknown) => void failures.push(String(error));
  let target: Target | null = null;
  try {
    target = await aimed.begin((act) => void acts.unshift(act));
    if (target !== null) await waitUnless(stopped, forMs);
    if (aimed.hasMet?.() === false) target = null;
  } catch (error) {
    note(error);
  }
  for (const act of acts) await Promise.try(act).catch(note);
  return { target, failures };
}

const describe = ({ kind, targets, beganAtMs, endedAtMs, failure }: MadeFault) =>
  `${kind}, ${nameTargets(targets)}, ${endedAtMs - beganAtMs} ms ${failure ?? ''}`;

/**
 * Waits until each service has been ready once, or another fault disturbs it. Returns those that
 * were not in time.
 */
async function recover(
  { system: { engines, platforms }, held, recoveryLimitMs: limitMs }: Maker,
  { holds }: AimedFault,
): Promise<string[]> {
  const waitFor = async (service: SupervisedProcess): Promise<string[]> => {
    const isDone = async () => held.disturbs(service.name, holds) || service.isReady();
    const recovered = pollUntil(isDone, (done) => done, limitMs);
    return recovered.then(
      () => [],
      () => [`${service.name} was not ready within ${limitMs / 1_000} s`],
    );
  };
  return (await Promise.all([...engines, ...platforms].map(waitFor))).flat();
}

const waitUnless = (stopped: AbortSignal, ms: number) =>
  wait(ms, undefined, { signal: stopped }).catch(() => undefined);

function kindOf(kinds: readonly FaultKind[], { kind }: PlannedFault): FaultKind {
  const found = kinds.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`No such fault: ${kind}`);
  return found;
}
