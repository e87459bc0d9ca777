import type { Sandbox } from '@ecp/sandbox/sandbox';
import { buildingProgram, buildTables } from './building/build-tables.ts';
import { queryProgram, runQuery } from './querying/run-query.ts';
import type { BuiltTables, QueryResult, TableFile, TableQuery } from './table-types.ts';

/** Builds tables and runs queries in the sandbox (docs/decisions/tables-and-queries.md). */
export interface Tables {
  /**
   * Reads a file's tables, or a `problem`. Rejects with SandboxError `busy` or `closed`, or the
   * signal's reason: to be read later.
   */
  buildTables(file: TableFile): Promise<BuiltTables>;
  /**
   * Runs one `select` within 10 s and 256 MB, up to 1,000 rows. Rejects with QueryRefusedError,
   * QueryFailedError, SandboxError `busy` or `closed`, the signal's reason, or errors of `load`.
   */
  runQuery(query: TableQuery): Promise<QueryResult>;
  /** Process ids of the living children. */
  pids(): number[];
}

/** Creates tables on a sandbox, which its owner closes. */
export function createTables({ sandbox }: { sandbox: Sandbox }): Tables {
  return {
    buildTables: (file) => buildTables(sandbox, file),
    runQuery: (query) => runQuery(sandbox, query),
    pids: () => [...sandbox.pids(buildingProgram), ...sandbox.pids(queryProgram)],
  };
}
