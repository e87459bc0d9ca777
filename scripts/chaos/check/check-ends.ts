import { renderEnding } from '@ecp/testing/render-ending';
import type { ProcessEnding } from '@ecp/testing/supervised-process';
import type { MadeFault } from '../faults/fault.ts';
import { feels, type Target } from '../faults/target.ts';
import type { Finding } from './finding.ts';

/** Time after a fault in which a service learns that another one has its work, or gives up its start. */
const learnsWithinMs = 30_000;

/** A service and its ends that nobody asked for. */
interface EndedService {
  name: string;
  endings: readonly ProcessEnding[];
}

/**
 * Checks that no service ended by itself, or failed when it was asked to end. A service that a fault keeps from the
 * database ends with code 1 by design, when it learns that another one has taken its lease, or cannot start. Such ends
 * are counted in `byDesign`.
 */
export function checkEnds(
  services: readonly EndedService[],
  faults: readonly MadeFault[],
): { byDesign: number; findings: Finding[] } {
  const all = services.flatMap(({ name, endings }) => endings.map((ending) => ({ name, ending })));
  const broken = all.filter(({ name, ending }) => !faults.some((fault) => explains(fault, name, ending)));
  return {
    byDesign: all.length - broken.length,
    findings: broken.map(({ name, ending }) => ({
      rule: 'no service ends by itself',
      detail: `${name}: ${renderEnding(ending)}`,
    })),
  };
}

function explains({ mayTakeLease, targets, beganAtMs, endedAtMs }: MadeFault, name: string, ending: ProcessEnding) {
  const keepsFromDatabase = (target: Target) =>
    feels(name, target) && (target.kind !== 'link' || target.to === 'postgres');
  const atThatTime = beganAtMs <= ending.atMs && ending.atMs <= endedAtMs + learnsWithinMs;
  return mayTakeLease && targets.some(keepsFromDatabase) && ending.code === 1 && atThatTime;
}

/** Makes a finding of each service that did not end in time after SIGTERM. */
export const checkStops = (overdue: readonly string[]): Finding[] =>
  overdue.map((name) => ({ rule: 'every service ends when asked', detail: name }));
