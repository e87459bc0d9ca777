import type { ChaosSystem } from '../system/open-system.ts';
import type { Target } from './target.ts';

/** One planned fault. All values follow from the seed. */
export interface PlannedFault {
  kind: string;
  /** Milliseconds from its beginning to its end. */
  forMs: number;
  /** A number from 0 to 1 that chooses the process or connection. */
  choice: number;
  /** Number of earlier tries that hit nothing. */
  missed?: number;
}

/** A fault that was made. */
export interface MadeFault {
  kind: string;
  /** The target that the fault hit. If the fault failed while it began, every target that it may have hit. */
  targets: readonly Target[];
  beganAtMs: number;
  /** The end of the fault itself. The product recovers after it. */
  endedAtMs: number;
  /** See `FaultKind`. */
  mayTakeLease: boolean;
  /** Why the product did not work again after it; null if it did. */
  failure: string | null;
}

/** Notes an act that undoes a part of a fault. The acts are done in the reverse order. */
export type Undo = (act: () => Promise<void> | void) => void;

/** A fault whose target is chosen. */
export interface AimedFault {
  /** Processes, servers and connections that it changes. No other fault touches them while it lasts. */
  holds: readonly Target[];
  /**
   * Makes the fault, and notes each act that undoes a part of it before it makes that part. Returns the target; null if
   * nothing was hit.
   */
  begin(undo: Undo): Promise<Target | null>;
  /** Tells whether the fault has affected any traffic so far. A fault without this function always counts as made. */
  hasMet?(): boolean;
}

/** A kind of fault. */
export interface FaultKind {
  kind: string;
  /** Shortest and longest duration in milliseconds. */
  lastsMs: [number, number];
  /** Kinds that stop the whole database or the whole product are made while no other fault lasts. */
  alone?: boolean;
  /** It may keep a service from the database for longer than a lease lasts. The service then ends, or cannot start. */
  mayTakeLease?: boolean;
  /** Time after its end in which its lane makes no other fault, in milliseconds. */
  quietMs?: number;
  /** Chooses what it hits. Returns null if this machine cannot make it. */
  aim(system: ChaosSystem, planned: PlannedFault): AimedFault | null;
}

/** Chooses an element by a number from 0 to 1. */
export function chooseBy<Element>(choice: number, elements: readonly Element[]): Element {
  const chosen = elements[Math.min(elements.length - 1, Math.floor(choice * elements.length))];
  if (chosen === undefined) throw new Error('Nothing to choose from');
  return chosen;
}
