import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineQuery, RunQueryAnswer, RunQueryBody } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import type { AgentMaterial } from '../../src/engine/kernel/agent-material.ts';
import type { RunTarget } from '../../src/kernel/keys/tokens.ts';
import { insertQuery, refuseAgentQuery } from '../../src/material/tables/queries.ts';
import {
  type AskedQueryRow,
  encodeQueryForEngine,
  findTenantQuery,
} from '../../src/material/tables/query-rows.ts';
import { noMaterial } from './no-material.ts';

/** The test's answer to a statement: a result, or the reason for its refusal. */
type ScriptedAnswer = Pick<EngineQuery, 'columns' | 'rows'> | { refused: string };

/** A query that has arrived, whatever was answered. */
interface ArrivedQuery extends RunTarget {
  id: string;
  sql: string;
  title: string | null;
  agentSlug: string;
}

/** Tables whose results tests give. Queries are recorded as the real ones are. */
export interface ScriptedMaterial extends AgentMaterial {
  /** Every query that has arrived, oldest first. */
  readonly arrived: readonly ArrivedQuery[];
  /** The ids of queries that were run again, oldest first. */
  readonly verified: readonly string[];
  /**
   * The ids of queries that should have been run again but met the failure of `failVerifiesWith`,
   * oldest first.
   */
  readonly unverified: readonly string[];
  /** Sets the function that answers statements. */
  answerWith(answer: (sql: string) => ScriptedAnswer): void;
  /** Sets the failure of all further queries; null for none. */
  failQueriesWith(error: Error | null): void;
  /** Sets the failure of running a query again from now on; null for none. */
  failVerifiesWith(error: Error | null): void;
  /** Changes the result of a recorded query, as a newer file does. */
  change(id: string): void;
}

/**
 * Makes tables that refuse every statement until the test gives results.
 * @param readDatabase returns the database of the engine that asks
 */
export function scriptMaterial(readDatabase: () => Database): ScriptedMaterial {
  const changed = new Set<string>();
  const arrived: ArrivedQuery[] = [];
  const verified: string[] = [];
  const unverified: string[] = [];
  let answer: (sql: string) => ScriptedAnswer = () => ({ refused: 'The test has given no result' });
  let queryFailure: Error | null = null;
  let verifyFailure: Error | null = null;

  const find = ({ tenantId }: RunTarget, id: string) =>
    findTenantQuery(readDatabase(), tenantId, id);

  const record = async (target: RunTarget, body: RunQueryBody): Promise<RunQueryAnswer> => {
    const { tenantId, engagementId, runId } = target;
    const { id, sql, title = null, finding, agentSlug, taskId } = body;
    const earlier = await find(target, id);
    if (earlier) return answerOf(earlier);
    const result = answer(sql);
    if ('refused' in result) return result;
    const outcome = {
      columns: result.columns,
      rows: JSON.stringify(result.rows),
      rowCount: result.rows.length,
      truncated: false,
      resultHash: hashOf(JSON.stringify(result)),
      tables: [],
      naming: 'heads' as const,
    };
    const author = { kind: 'agent', id: agentSlug, name: agentSlug } as const;
    const query = { id, engagementId, title, sql, outcome, author, runId, taskId, finding };
    await readDatabase().withTenant(tenantId, (tx) => insertQuery(tx, tenantId, query));
    const recorded = await find(target, id);
    if (!recorded) throw new Error(`The query ${id} was not recorded`);
    return answerOf(recorded);
  };

  return {
    ...noMaterial,
    async runQuery(run, body) {
      const { id, sql, title = null, agentSlug } = body;
      const { tenantId, engagementId, runId } = run;
      arrived.push({ tenantId, engagementId, runId, id, sql, title, agentSlug });
      if (queryFailure) throw queryFailure;
      return record(run, body);
    },
    async refuseQuery(run, body, reason) {
      const { text } = await refuseAgentQuery({ database: readDatabase() }, run, body, reason);
      return JSON.parse(text) as RunQueryAnswer;
    },
    async verifyQuery(run, id) {
      const recorded = await find(run, id);
      if (recorded?.engagement_id !== run.engagementId) throw new ApiError('not_found');
      if (verifyFailure) {
        unverified.push(id);
        throw verifyFailure;
      }
      verified.push(id);
      const same = !changed.has(id);
      return { same, resultHash: same ? recorded.result_hash : hashOf('changed') };
    },
    arrived,
    verified,
    unverified,
    answerWith(respond) {
      answer = respond;
    },
    failQueriesWith(error) {
      queryFailure = error;
    },
    failVerifiesWith(error) {
      verifyFailure = error;
    },
    change(id) {
      changed.add(id);
    },
  };
}

const answerOf = ({ refusal, ...row }: AskedQueryRow): RunQueryAnswer =>
  refusal === null
    ? { query: JSON.parse(encodeQueryForEngine(row).text) as EngineQuery }
    : { refused: refusal };

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
