import type {
  QuotedPassagesAnswer,
  QuotedPassagesBody,
  ReadPageAnswer,
  ReadPageBody,
  RunQueryAnswer,
  RunQueryBody,
  SearchWebAnswer,
  SearchWebBody,
} from '@ecp/contract/engine/tool-access';
import { forAgents } from '../../kernel/as-agents.ts';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { readPage } from '../../material/research/calls/read-page.ts';
import { searchWeb } from '../../material/research/calls/search-web.ts';
import { readQuotedPassages } from '../../material/research/quoted-passages.ts';
import { runAgentQuery, verifyQuery } from '../../material/tables/queries.ts';

/**
 * What the agents of a run may do with the material of its engagement. Each call sees what the
 * agents of that engagement may see, and throws ApiError where it refuses.
 */
export interface AgentMaterial {
  /** Runs a query and records it under its id; the same id gives the same record again. */
  runQuery(run: RunTarget, query: RunQueryBody): Promise<RunQueryAnswer>;
  /** Runs a recorded query again and compares the results. Errors: `not_found`, `query_failed`. */
  verifyQuery(
    run: RunTarget,
    queryId: string,
  ): Promise<{ same: boolean; resultHash: string | null }>;
  /** Searches the web once for each id. */
  searchWeb(run: RunTarget, search: SearchWebBody): Promise<SearchWebAnswer>;
  /** Reads and archives a page once for each id. */
  readPage(run: RunTarget, page: ReadPageBody): Promise<ReadPageAnswer>;
  /** Finds the passages of whole texts in which quotes stand. */
  findQuotedPassages(
    run: RunTarget,
    quotes: QuotedPassagesBody['quotes'],
  ): Promise<QuotedPassagesAnswer['sources']>;
}

/** Opens the material of all engagements for their agents. */
export function openAgentMaterial(services: Services): AgentMaterial {
  const seenBy = ({ engagementId }: RunTarget) => forAgents(services, engagementId);
  return {
    async runQuery(run, query) {
      const { text } = await runAgentQuery(seenBy(run), run, query);
      // The text is an answer of our own code, which has this shape.
      return JSON.parse(text) as RunQueryAnswer;
    },
    verifyQuery(run, queryId) {
      const { tenantId, engagementId } = run;
      return verifyQuery(seenBy(run), tenantId, { engagementId, queryId, isAwaited: false });
    },
    searchWeb: (run, search) => searchWeb(seenBy(run), run, search),
    readPage: (run, page) => readPage(seenBy(run), run, page),
    findQuotedPassages(run, quotes) {
      const { database, storage } = seenBy(run);
      return database.withTenant(run.tenantId, (tx) =>
        readQuotedPassages(tx, storage, run, quotes),
      );
    },
  };
}
