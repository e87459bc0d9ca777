import type { ChaosSystem } from '../system/open-system.ts';

/** One planned fault. All values follow from the seed. */
export interface PlannedFault {
  kind: string;
  /** Milliseconds from its begin to its end. */
  forMs: number;
  /** A number from 0 to 1 that chooses the process or connection. */
  choice: number;
}

/** A fault that was made. */
export interface MadeFault {
  kind: string;
  /** The process, server or connection. */
  target: string;
  beganAtMs: number;
  endedAtMs: number;
  /** Why the product did not work again after it; null if it did. */
  failure: string | null;
}

/** A kind of fault. */
export interface FaultKind {
  kind: string;
  /** Shortest and longest duration in milliseconds. */
  lastsMs: [number, number];
  /** Kinds that stop the whole database or the whole product are made while no other fault lasts. */
  alone?: boolean;
  /** Begins the fault. Returns its target and the act that ends it; null if this machine cannot make it. */
  begin(system: ChaosSystem, planned: PlannedFault): Promise<{ target: string; end: () => Promise<void> } | null>;
}

/** Chooses an element by a number from 0 to 1. */
export function chooseBy<Element>(choice: number, elements: readonly Element[]): Element {
  const chosen = elements[Math.min(elements.length - 1, Math.floor(choice * elements.length))];
  if (chosen === undefined) throw new Error('Nothing to choose from');
  return chosen;
}
