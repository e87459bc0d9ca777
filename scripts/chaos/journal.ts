/** A run whose start a client saw acknowledged. */
export interface AcknowledgedRun {
  engagementId: string;
  runId: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  /** The first final status that the client read; null until then. */
  ended: { status: string; error: string | null; atMs: number } | null;
}

/** A write whose response a client saw. `text` identifies what was written. */
export interface AcknowledgedWrite {
  kind: 'engagement' | 'comment' | 'review';
  engagementId: string;
  text: string;
}

/** A request whose response no documentation allows, or that was never answered. */
export interface UnexpectedAnswer {
  request: string;
  status: number;
  body: string;
  atMs: number;
}

/** Everything that clients saw. The checker reads it instead of the product's own records. */
export interface Journal {
  runs: AcknowledgedRun[];
  writes: AcknowledgedWrite[];
  unexpected: UnexpectedAnswer[];
  /** Requests by outcome: `200`, `503`, `no answer`. */
  answers: Map<string, number>;
}

/** Returns an empty journal. */
export const openJournal = (): Journal => ({ runs: [], writes: [], unexpected: [], answers: new Map() });

/** Counts an outcome of a request. */
export function countAnswer(journal: Journal, outcome: string): void {
  journal.answers.set(outcome, (journal.answers.get(outcome) ?? 0) + 1);
}
