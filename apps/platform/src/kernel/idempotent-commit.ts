import type { Transaction } from '@ecp/database/database';
import type { RowsOf, Statements } from '@ecp/database/statement';

/**
 * How the answer of a request with an Idempotency-Key commits together with its work, so that a repeat gets it even if
 * the process dies right after (REQ-3). Of a request without a key these are plain transactions.
 */
export interface IdempotentCommit {
  /**
   * The transaction that does what was asked; what `work` returns is the body of the answer, as it is sent. Error:
   * `idempotency_in_progress` when another process has taken the request over: then nothing is done here.
   */
  commit<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
  /** The same for statements that go in one round trip; `read` makes the answer of their rows. */
  commitBatch<const Rows extends readonly unknown[], Answer>(
    statements: Statements<Rows>,
    read: (rows: RowsOf<Rows>) => Answer,
  ): Promise<Answer>;
  /** Where more is to be done after the commit: the answer that a repeat gets if this process dies meanwhile. */
  storeProvisionalResponse(tx: Transaction, answer: unknown): Promise<void>;
  /** Takes a promise back in the transaction that undoes the work. */
  withdrawProvisionalResponse(tx: Transaction): Promise<void>;
}
