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
  kind: 'engagement' | 'comment' | 'review' | 'attachment';
  engagementId: string;
  text: string;
}

/** An answer that no document allows, or that refuses what a consultant may do. */
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

/** Notes an answer that nobody expects. */
export function noteUnexpected(
  { unexpected }: Journal,
  request: string,
  { status, body }: { status: number; body: unknown },
): void {
  unexpected.push({ request, status, body: String(JSON.stringify(body)).slice(0, 500), atMs: Date.now() });
}
