import { ApiError } from '@ecp/contract/declaring/errors';
import { queryLimits } from '@ecp/contract/work/tables';
import type { FailureReason, QueryFailedError, QueryRefusedError, RefusalReason } from '@ecp/tables/table-types';

const refusals: Record<RefusalReason, (detail: string) => string> = {
  too_long: () => `it has more than ${queryLimits.sql} characters.`,
  not_utf8: () => 'it is not valid text.',
  syntax: (detail) => `it is not SQL, ${quoteDuckDb(detail)}.`,
  not_one_statement: () => 'it must be one statement.',
  not_select: () => 'only select is allowed.',
  table: (detail) => `this engagement has no table ${detail}.`,
  function: (detail) => `the function ${detail} is not allowed.`,
  construct: (detail) => `${detail} is not allowed.`,
  parameter: () => 'parameters are not allowed.',
};

const failures: Record<FailureReason, (detail: string) => string> = {
  timeout: () => `it took more than ${queryLimits.ms / 1_000} s.`,
  memory: () => 'it needs more than 256 MB of memory.',
  result_too_large: () => `its result is larger than ${queryLimits.resultBytes / 1_000_000} MB.`,
  table_unreadable: () => 'a table could not be read.',
  error: quoteDuckDb,
};

/** Returns DuckDB's words without its copy of the statement, which the caller has. */
function quoteDuckDb(words: string): string {
  const [said = ''] = words.split(/\n+LINE \d+:/);
  return said.replace(/^(Parser Error: )?syntax error /i, 'unexpected text ').trim();
}

/** Longest part of a message that comes from DuckDB. */
const maxLength = 1_000;

/** Returns `query_refused` with a sentence for people. */
export function refusalOf(error: QueryRefusedError): ApiError {
  const reason = refusals[error.reason](error.detail.slice(0, maxLength));
  return new ApiError('query_refused', { values: { reason }, cause: error });
}

/** Returns `query_failed` with a sentence for people. */
export function failureOf(error: QueryFailedError): ApiError {
  const reason = failures[error.reason](error.detail.slice(0, maxLength));
  return new ApiError('query_failed', { values: { reason }, cause: error });
}
