import type { NumberedCitation } from './citation-index.ts';

export interface ShownEvidence {
  citation: NumberedCitation;
  /** Id of the footnote in the text; null for quotes without one. */
  footnoteId: string | null;
  trigger: HTMLElement;
}

/** Connects the single popover of a page with all places in its text. */
export interface EvidenceControl {
  subscribe: (listener: () => void) => () => void;
  getShown: () => ShownEvidence | null;
  /** Shows the evidence until it is hidden. */
  show: (evidence: ShownEvidence) => void;
  hide: () => void;
  /**
   * The pointer has entered a place: shows its evidence after a delay, until the pointer leaves.
   */
  point: (evidence: ShownEvidence) => void;
  stay: () => void;
  leave: () => void;
  popup: { current: HTMLElement | null };
  /** True while a closed popover returns the focus, so that this focus event does not reopen it. */
  returning: { current: boolean };
}

const hoverMs = 180;
const leaveMs = 160;

export function createEvidenceControl(): EvidenceControl {
  let shown: ShownEvidence | null = null;
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: ShownEvidence | null, held: boolean) => {
    clearTimeout(timer);
    shown = next;
    isHeld = held;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getShown: () => shown,
    show: (evidence) => set(evidence, true),
    hide: () => set(null, false),
    point(evidence) {
      clearTimeout(timer);
      if (shown?.trigger !== evidence.trigger)
        timer = setTimeout(() => set(evidence, false), hoverMs);
    },
    stay: () => clearTimeout(timer),
    leave() {
      clearTimeout(timer);
      if (shown && !isHeld) timer = setTimeout(() => set(null, false), leaveMs);
    },
    popup: { current: null },
    returning: { current: false },
  };
}
