/**
 * Why a statement was refused, or failed. The values of the error have it as `fault`, with its
 * facts.
 */
export const queryFaults = [
  /** `limit` is in characters. */
  'too_long',
  'not_utf8',
  /** `detail` has DuckDB's words. */
  'not_sql',
  /** `line` and `column` of a quotation mark that is never closed. */
  'quote_open',
  /** `line` and `column` of the end. */
  'breaks_off',
  /** The `word` from which on it cannot be read, with `line` and `column`. */
  'unreadable',
  'not_one_statement',
  'not_select',
  /** `name`, and as `hint` whether `meant` or `names` has names that there are. */
  'no_table',
  'no_column',
  /** `name` of the function. */
  'function_refused',
  'no_function',
  /** `name` of the kind of expression. */
  'construct_refused',
  'parameter',
  /** The limit in `seconds`. */
  'timeout',
  /** The limit in `megabytes`. */
  'memory',
  'result_too_large',
  'table_unreadable',
  /** `name` of the column. */
  'not_grouped',
  /** `name` of the column, and what to `use`. */
  'ambiguous',
  /** The `value`. */
  'no_number',
  'no_date',
  /** The `value`, and the `type` that it has not. */
  'wrong_type',
  /** `name` of the function, and the `types` that it was given. */
  'wrong_argument',
  'aggregate_in_where',
  /** `detail` has DuckDB's words. */
  'other',
] as const;
export type QueryFault = (typeof queryFaults)[number];
