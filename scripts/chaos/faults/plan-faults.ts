import { hash } from 'node:crypto';
import type { FaultKind, PlannedFault } from './fault.ts';

/**
 * Plans `count` faults from a seed: each kind as often as the others, in a random order, with random durations. Those
 * that are made alone follow each other, because all lanes wait for the first of them.
 */
export function planFaults(seed: string, count: number, kinds: readonly FaultKind[]): PlannedFault[] {
  const chance = (decided: string) => hash('sha256', `${seed} ${decided}`, 'buffer').readUInt32BE() / 2 ** 32;
  const rounds = Array.from({ length: Math.ceil(count / kinds.length) }, (_, round) =>
    kinds
      .map((kind) => ({ kind, place: chance(`place ${round} ${kind.kind}`) }))
      .sort((a, b) => Number(a.kind.alone ?? false) - Number(b.kind.alone ?? false) || a.place - b.place)
      .map(({ kind: { kind, lastsMs } }) => ({
        kind,
        forMs: Math.round(lastsMs[0] + (lastsMs[1] - lastsMs[0]) * chance(`duration ${round} ${kind}`)),
        choice: chance(`choice ${round} ${kind}`),
      })),
  );
  return rounds.flat().slice(0, count);
}
