import { setTimeout as wait } from 'node:timers/promises';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FaultKind, Hit, MadeFault, PlannedFault, Undo } from './faults.ts';
import { type ChaosSystem, nameTarget } from './system.ts';

/** A fault that hits nothing so often is left out. */
const mostTries = 4;
/** Time by which a fault lasts longer while it has met no traffic. */
const trafficLimitMs = 10_000;
/** Time in which every service serves again after a fault. */
const recoveryLimitMs = 120_000;

export interface MakeOptions {
  planned: readonly PlannedFault[];
  kinds: readonly FaultKind[];
  /** Pause after each fault, in which the product recovers, in milliseconds. */
  recoveryMs: number;
  /** Ends the present fault and makes no further one. */
  stopped: AbortSignal;
  log: (line: string) => void;
}

/**
 * Makes the planned faults one after the other. One that hits nothing is made again on another
 * target. Returns those that hit something.
 */
export async function makeFaults(
  system: ChaosSystem,
  { planned, kinds, recoveryMs, stopped, log }: MakeOptions,
): Promise<MadeFault[]> {
  const made: MadeFault[] = [];
  for (const fault of planned) {
    const kind = kinds.find((one) => one.kind === fault.kind);
    if (kind === undefined) throw new Error(`No such fault: ${fault.kind}`);
    let one: MadeFault | null = null;
    for (let tries = 0; one === null && tries < mostTries && !stopped.aborted; tries += 1) {
      const choice = (fault.choice + tries / mostTries) % 1;
      one = await makeFault(system, kind, { ...fault, choice }, stopped);
    }
    if (stopped.aborted && one === null) return made;
    if (one !== null) made.push(one);
    log(
      one === null
        ? `left out: ${fault.kind}`
        : `${made.length} of ${planned.length}: ${describe(one)}`,
    );
    await waitUnless(stopped, recoveryMs + (kind.quietMs ?? 0));
  }
  return made;
}

const describe = ({ kind, target, beganAtMs, endedAtMs, failure }: MadeFault) =>
  `${kind}, ${nameTarget(target)}, ${endedAtMs - beganAtMs} ms ${failure ?? ''}`;

/**
 * Makes one fault, undoes it, and waits until every service is ready. Returns null if it hit
 * nothing.
 */
export async function makeFault(
  system: ChaosSystem,
  kind: FaultKind,
  { forMs, choice }: PlannedFault,
  stopped: AbortSignal,
  limitMs = recoveryLimitMs,
): Promise<MadeFault | null> {
  const { target, begin } = kind.aim(system, choice);
  const acts: Parameters<Undo>[0][] = [];
  const failures: string[] = [];
  const note = (error: unknown) => void failures.push(String(error));
  const beganAtMs = Date.now();
  let hit: Hit = false;
  try {
    hit = await begin((act) => void acts.unshift(act));
    if (hit !== false) await waitUnless(stopped, forMs);
    if (typeof hit === 'function') hit = await waitForHit(hit);
  } catch (error) {
    note(error);
  }
  for (const act of acts) await Promise.try(act).catch(note);
  if (!hit && failures.length === 0) return null;
  const endedAtMs = Date.now();
  failures.push(...(await recover(system, limitMs)));
  return {
    kind: kind.kind,
    target,
    beganAtMs,
    endedAtMs,
    mayTakeLease: kind.mayTakeLease === true,
    failure: failures.length === 0 ? null : failures.join('; '),
  };
}

function waitForHit(hit: () => boolean): Promise<boolean> {
  const isTrue = (value: boolean) => value;
  return pollUntil(hit, isTrue, trafficLimitMs).catch(() => false);
}

/** Waits until each service is ready. Returns those that were not in time. */
async function recover({ engines, platforms }: ChaosSystem, limitMs: number): Promise<string[]> {
  const late = [...engines, ...platforms].map(async (service): Promise<string[]> => {
    const recovered = pollUntil(
      () => service.isReady(),
      (isReady) => isReady,
      limitMs,
    );
    return recovered.then(
      () => [],
      () => [`${service.name} was not ready within ${limitMs / 1_000} s`],
    );
  });
  return (await Promise.all(late)).flat();
}

const waitUnless = (stopped: AbortSignal, ms: number) =>
  wait(ms, undefined, { signal: stopped }).catch(() => undefined);
