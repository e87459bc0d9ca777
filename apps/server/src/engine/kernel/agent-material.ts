import type {
  EnginePage,
  QuotedPassagesAnswer,
  QuotedPassagesBody,
  ReadPageAnswer,
  ReadPageBody,
  RunQueryAnswer,
  RunQueryBody,
  SearchWebAnswer,
  SearchWebBody,
} from '@ecp/contract/engine/tool-access';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { EntryTarget } from '../../material/notebook/notebook.ts';
import type { ProgramAnswer, ProgramOrder } from '../../material/programs/programs.ts';

/** A part of a file's text. */
export interface SourceRange {
  title: string;
  text: string;
  /** Length of the whole text, in characters. */
  totalLength: number;
}

/**
 * What the agents of a run may do with the material of its engagement. Each call sees what the
 * agents of that engagement may see, and throws ApiError where it refuses.
 */
export interface AgentMaterial {
  /** Runs a query and records it under its id; the same id gives the same record again. */
  runQuery(run: RunTarget, query: RunQueryBody): Promise<RunQueryAnswer>;
  /**
   * Records why a query has no result, so that the same id gives the same reason again. Returns its
   * result if it has one nevertheless.
   */
  refuseQuery(run: RunTarget, query: RunQueryBody, reason: string): Promise<RunQueryAnswer>;
  /** Runs a recorded query again and compares the results. Errors: `not_found`, `query_failed`. */
  verifyQuery(
    run: RunTarget,
    queryId: string,
  ): Promise<{ same: boolean; resultHash: string | null }>;
  /**
   * Runs a program and records it under its id; the same id gives the same record again. Errors:
   * `not_found`, `notebook_limit_reached`.
   */
  runProgram(run: EntryTarget, program: ProgramOrder, signal: AbortSignal): Promise<ProgramAnswer>;
  /** Searches the web once for each id. */
  searchWeb(run: RunTarget, search: SearchWebBody): Promise<SearchWebAnswer>;
  /** Ends a search that gave no answer, if it has not ended, and returns how it ended. */
  interruptSearch(run: RunTarget, id: string): Promise<SearchWebAnswer>;
  /** Reads and archives a page once for each id. */
  readPage(run: RunTarget, page: ReadPageBody): Promise<ReadPageAnswer>;
  /** Refuses a read that gave no answer, from then on. */
  interruptRead(run: RunTarget, id: string): Promise<ReadPageAnswer>;
  /** Reads the pages that were read for tasks of the run, each once, oldest first. */
  readTaskPages(run: RunTarget, taskIds: readonly string[]): Promise<EnginePage[]>;
  /**
   * Reads at most `length` characters of the whole text of a file from a character, with its places.
   * Null if the engagement has no file of that name.
   */
  readSource(
    run: RunTarget,
    range: { file: string; from: number; length: number },
  ): Promise<SourceRange | null>;
  /** Finds the passages of whole texts in which quotes stand. */
  findQuotedPassages(
    run: RunTarget,
    quotes: QuotedPassagesBody['quotes'],
  ): Promise<QuotedPassagesAnswer['sources']>;
}
