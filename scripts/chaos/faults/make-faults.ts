import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosSystem } from '../system/open-system.ts';
import type { FaultKind, MadeFault, PlannedFault } from './fault.ts';

/** Pause of a lane between two faults, in which the product recovers. */
const pauseMs = 3_000;

/**
 * Makes the planned faults in lanes, so that several last at once. A fault that is to be alone waits until the others
 * have ended. Returns those that this machine could make.
 */
export async function makeFaults(
  system: ChaosSystem,
  planned: readonly PlannedFault[],
  kinds: readonly FaultKind[],
  { lanes, log }: { lanes: number; log: (line: string) => void },
): Promise<MadeFault[]> {
  const made: MadeFault[] = [];
  const left = [...planned];
  while (left.length > 0) {
    const alone = (fault: PlannedFault) => kindOf(kinds, fault).alone === true;
    const next = left.findIndex(alone);
    const together = left.splice(0, next === 0 ? 1 : next === -1 ? left.length : next);
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let fault = together.shift(); fault !== undefined; fault = together.shift()) {
          const one = await makeFault(system, kindOf(kinds, fault), fault);
          if (one === null) log(`left out: ${fault.kind}`);
          else {
            made.push(one);
            log(`${made.length} of ${planned.length}: ${one.kind}, ${one.target}, ${one.endedAtMs - one.beganAtMs} ms`);
          }
          await wait(pauseMs);
        }
      }),
    );
  }
  return made;
}

async function makeFault(system: ChaosSystem, kind: FaultKind, planned: PlannedFault): Promise<MadeFault | null> {
  const beganAtMs = Date.now();
  const fault = await kind.begin(system, planned);
  if (fault === null) return null;
  await wait(planned.forMs);
  await fault.end();
  return { kind: planned.kind, target: fault.target, beganAtMs, endedAtMs: Date.now() };
}

function kindOf(kinds: readonly FaultKind[], { kind }: PlannedFault): FaultKind {
  const found = kinds.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`No such fault: ${kind}`);
  return found;
}
