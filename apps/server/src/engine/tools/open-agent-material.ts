import type { RunQueryAnswer } from '@ecp/contract/engine/tool-access';
import { forAgents } from '../../kernel/as-agents.ts';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { runProgram } from '../../material/programs/programs.ts';
import { interruptRead, readPage, readTaskPages } from '../../material/research/calls/read-page.ts';
import { interruptSearch, searchWeb } from '../../material/research/calls/search-web.ts';
import { readQuotedPassages } from '../../material/research/quoted-passages.ts';
import { readSourceRange } from '../../material/sources/context-sources.ts';
import { refuseAgentQuery, runAgentQuery, verifyQuery } from '../../material/tables/queries.ts';
import type { AgentMaterial } from '../kernel/agent-material.ts';

/** Opens the material of all engagements for their agents. */
export function openAgentMaterial(services: Services): AgentMaterial {
  const seenBy = ({ engagementId }: RunTarget) => forAgents(services, engagementId);
  return {
    async runQuery(run, query) {
      const { text } = await runAgentQuery(seenBy(run), run, query);
      // The text is an answer of our own code, which has this shape.
      return JSON.parse(text) as RunQueryAnswer;
    },
    async refuseQuery(run, query, reason) {
      const { text } = await refuseAgentQuery(seenBy(run), run, query, reason);
      return JSON.parse(text) as RunQueryAnswer;
    },
    verifyQuery(run, queryId) {
      const { tenantId, engagementId } = run;
      return verifyQuery(seenBy(run), tenantId, { engagementId, queryId, isAwaited: false });
    },
    runProgram: (run, program, signal) =>
      runProgram(forAgents(services, run.engagementId), run, program, signal),
    searchWeb: (run, search) => searchWeb(seenBy(run), run, search),
    interruptSearch: (run, id) => interruptSearch(seenBy(run), run, id),
    readPage: (run, page) => readPage(seenBy(run), run, page),
    interruptRead: (run, id) => interruptRead(seenBy(run), run, id),
    readTaskPages: (run, taskIds) => readTaskPages(seenBy(run), run, taskIds),
    readSource(run, range) {
      const { database } = seenBy(run);
      return database.withTenant(run.tenantId, (tx) => readSourceRange(tx, run, range));
    },
    findQuotedPassages(run, quotes) {
      const { database, storage } = seenBy(run);
      return database.withTenant(run.tenantId, (tx) =>
        readQuotedPassages(tx, storage, run, quotes),
      );
    },
  };
}
