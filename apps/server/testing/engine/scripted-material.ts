import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineQuery, RunQueryAnswer, RunQueryBody } from '@ecp/contract/engine/tool-access';
import type { AgentMaterial } from '../../src/engine/kernel/agent-material.ts';
import type { RunTarget } from '../../src/kernel/keys/tokens.ts';
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

/** Tables whose results tests give. They are recorded by id, as the real ones are. */
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

interface Recorded {
  query: EngineQuery;
  engagementId: string;
}

/** Makes tables that refuse every statement until the test gives results. */
export function scriptMaterial(): ScriptedMaterial {
  const records = new Map<string, Recorded>();
  const changed = new Set<string>();
  const arrived: ArrivedQuery[] = [];
  const verified: string[] = [];
  const unverified: string[] = [];
  let answer: (sql: string) => ScriptedAnswer = () => ({ refused: 'The test has given no result' });
  let queryFailure: Error | null = null;
  let verifyFailure: Error | null = null;

  /** The same id and statement of the same engagement give the same record again. */
  const record = (
    { engagementId }: RunTarget,
    { id, sql, title = null }: RunQueryBody,
  ): RunQueryAnswer => {
    const storedRecord = records.get(id);
    if (storedRecord) {
      if (storedRecord.engagementId === engagementId && storedRecord.query.sql === sql)
        return { query: storedRecord.query };
      throw new ApiError('query_id_taken');
    }
    const result = answer(sql);
    if ('refused' in result) return result;
    const resultHash = hashOf(JSON.stringify(result));
    const query = { id, title, sql, ...result, truncated: false, resultHash };
    records.set(id, { query, engagementId });
    return { query };
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
    async verifyQuery({ engagementId }, id) {
      const storedRecord = records.get(id);
      if (storedRecord?.engagementId !== engagementId) throw new ApiError('not_found');
      if (verifyFailure) {
        unverified.push(id);
        throw verifyFailure;
      }
      verified.push(id);
      const same = !changed.has(id);
      return { same, resultHash: same ? storedRecord.query.resultHash : hashOf('changed') };
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
