import type { Transaction } from '@ecp/database/database';
import type { RowsOf, Statements } from '@ecp/database/statement';

/**
 * Commits the response of a request with an Idempotency-Key together with its work, so that a repeat gets it even if
 * the process dies right afterwards (REQ-3). For a request without a key these are plain transactions.
 */
export interface IdempotentCommit {
  /** Names the request and its repetitions among those of the tenant. Null without an Idempotency-Key. */
  requestKey: string | null;
  /**
   * Runs the transaction that does the work. `work` returns the body of the response, or its text as EncodedJson. If
   * another process has taken over the request, nothing is done here, and the error is `idempotency_in_progress`.
   */
  commit<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
  /**
   * Does the same for statements in one round trip; `read` makes the response of their rows. Without an Idempotency-Key,
   * requests that wait at the same moment share the commit (docs/decisions/creates-share-commits.md).
   */
  commitBatch<const Rows extends readonly unknown[], Answer>(
    statements: Statements<Rows>,
    read: (rows: RowsOf<Rows>) => Answer,
  ): Promise<Answer>;
  /** Stores the response that a repeat gets if this process dies while it continues after the commit. */
  storeProvisionalResponse(tx: Transaction, answer: unknown): Promise<void>;
  /**
   * Withdraws the provisional response in the transaction that undoes the work. Returns false if a repeat may have got
   * it, because this process was taken for dead: the work must then stand.
   */
  withdrawProvisionalResponse(tx: Transaction): Promise<boolean>;
}
