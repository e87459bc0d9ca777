import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosSystem } from '../system/open-system.ts';
import type { FaultKind, MadeFault, PlannedFault } from './fault.ts';

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

/**
 * Makes the planned faults in lanes, so that several last at once. A fault that is to be alone waits until the others
 * have ended. Returns those that this machine could make.
 */
export async function makeFaults(
  system: ChaosSystem,
  { planned, kinds, lanes, recoveryMs, stopped, log }: MakeOptions,
): Promise<MadeFault[]> {
  const made: MadeFault[] = [];
  const left = [...planned];
  while (left.length > 0 && !stopped.aborted) {
    const alone = (fault: PlannedFault) => kindOf(kinds, fault).alone === true;
    const next = left.findIndex(alone);
    const together = left.splice(0, next === 0 ? 1 : next === -1 ? left.length : next);
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let fault = together.shift(); fault !== undefined && !stopped.aborted; fault = together.shift()) {
          const one = await makeFault(system, kindOf(kinds, fault), fault, stopped);
          if (one === null) log(`left out: ${fault.kind}`);
          else {
            made.push(one);
            const lastedMs = one.endedAtMs - one.beganAtMs;
            log(`${made.length} of ${planned.length}: ${one.kind}, ${one.target}, ${lastedMs} ms ${one.failure ?? ''}`);
          }
          await waitUnless(stopped, recoveryMs);
        }
      }),
    );
  }
  return made;
}

async function makeFault(
  system: ChaosSystem,
  kind: FaultKind,
  planned: PlannedFault,
  stopped: AbortSignal,
): Promise<MadeFault | null> {
  const beganAtMs = Date.now();
  let target = 'unknown';
  const make = async () => {
    const fault = await kind.begin(system, planned);
    if (fault === null) return false;
    target = fault.target;
    await waitUnless(stopped, planned.forMs);
    await fault.end();
    return true;
  };
  let failure: string | null = null;
  const possible = await make().catch((error: unknown) => {
    failure = String(error);
    return true;
  });
  return possible ? { kind: planned.kind, target, beganAtMs, endedAtMs: Date.now(), failure } : null;
}

const waitUnless = (stopped: AbortSignal, ms: number) =>
  wait(ms, undefined, { signal: stopped }).catch(() => undefined);

function kindOf(kinds: readonly FaultKind[], { kind }: PlannedFault): FaultKind {
  const found = kinds.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`No such fault: ${kind}`);
  return found;
}
