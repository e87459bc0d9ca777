/** Why a statement is not executed. */
export type RefusalReason =
  | 'too_long'
  | 'not_utf8'
  | 'syntax'
  | 'not_one_statement'
  | 'not_select'
  | 'table'
  | 'function'
  | 'construct'
  | 'parameter';

/** Why an executed query has no result. */
export type FailureReason = 'timeout' | 'memory' | 'result_too_large' | 'error' | 'table_unreadable';

/** A statement that is not one `select` over the given tables (contract 10: `query_refused`). */
export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError';
  readonly reason: RefusalReason;
  /** The refused name, the refused kind of statement, or DuckDB's words on the syntax. */
  readonly detail: string;

  constructor(reason: RefusalReason, detail: string) {
    super(`The query is refused (${reason}): ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** A query that was executed and failed (contract 10: `query_failed`). */
export class QueryFailedError extends Error {
  override readonly name = 'QueryFailedError';
  readonly reason: FailureReason;
  /** DuckDB's words, or the limit that was exceeded. */
  readonly detail: string;

  constructor(reason: FailureReason, detail: string) {
    super(`The query failed (${reason}): ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}
