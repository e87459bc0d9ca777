import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { AnsweredCell, EngineGridRequest } from '@ecp/contract/engine/engine-grid-answers';
import type { EngineJudgementRequest } from '@ecp/contract/engine/engine-judgements';
import type { EngineQueryDraftRequest } from '@ecp/contract/engine/engine-query-drafts';
import type {
  EngineStoryline,
  EngineStorylineRequest,
} from '@ecp/contract/engine/engine-storylines';
import type { JudgeAnswer } from '@ecp/contract/values/judging';
import type { Database } from '@ecp/database/database';
import type { EngagementBrief } from '@ecp/model-calls/prompt-types';
import type { RunRef } from './events.ts';
import { briefOf, type KeyHolder, openRun } from './runs.ts';

/** The fields of every order. `runId` is the id of the order. */
interface CallOrderBase {
  runId: string;
  engagement: StartRunRequest['engagement'];
  /** The tenant as the holder of its own keys, if it had any at the start. */
  keyHolder?: KeyHolder;
}

/** The orders of a few calls for a person who waits, by their kind. */
export interface CallOrders {
  judge: CallOrderBase & Pick<EngineJudgementRequest, 'taskId' | 'date' | 'questions'>;
  query: CallOrderBase & Pick<EngineQueryDraftRequest, 'tables' | 'withoutTable' | 'question'>;
  grid: CallOrderBase & Pick<EngineGridRequest, 'file' | 'columns'>;
  storyline: CallOrderBase & Pick<EngineStorylineRequest, 'documents' | 'exhibits' | 'byRules'>;
}
type CallOrderKind = keyof CallOrders;
/** An order with its kind. */
export type CallOrder = {
  [Kind in CallOrderKind]: { kind: Kind; order: CallOrders[Kind] };
}[CallOrderKind];

/** The outcome of each kind of order. A `query` has no statement if no table holds the answer. */
interface CallOutcomes {
  judge: readonly (JudgeAnswer | null)[];
  query: { sql: string | null; note: string };
  grid: readonly AnsweredCell[];
  storyline: NonNullable<EngineStoryline['written']>;
}

/** An order as it is stored, with what its calls say about the engagement. */
export interface StoredOrder<Kind extends CallOrderKind> {
  order: CallOrders[Kind];
  engagement: EngagementBrief;
}

/** Reads an order. Throws if the tenant has no order of that kind and id. */
export async function readCallOrder<Kind extends CallOrderKind>(
  database: Database,
  { tenantId, runId }: RunRef,
  kind: Kind,
): Promise<StoredOrder<Kind>> {
  const [[row]] = await database.batchTenant<[{ input: CallOrders[Kind]; started_at: Date }]>(
    tenantId,
    [
      {
        name: 'read_call_order',
        text: `select input, started_at from engine.runs where tenant_id = $1 and id = $2 and kind = $3`,
        values: [tenantId, runId, kind],
      },
    ],
  );
  if (!row) throw new Error(`There is no order ${runId} of the kind ${kind}`);
  const { input: order, started_at: startedAt } = row;
  const { engagement } = order;
  const brief = briefOf({ input: { engagement, tasks: [] }, tasks: null, startedAt });
  return { order, engagement: brief };
}

/** The column of engine.runs that holds the outcome of each kind. */
const outcomeColumns: Record<CallOrderKind, string> = {
  judge: 'judged',
  query: 'drafted',
  grid: 'answered',
  storyline: 'drafted',
};

/** Stores the outcome of an order that is not over. */
export async function storeOutcome<Kind extends CallOrderKind>(
  database: Database,
  { tenantId, runId }: RunRef,
  kind: Kind,
  outcome: CallOutcomes[Kind],
): Promise<void> {
  await database.batchTenant(tenantId, [
    {
      name: `store_outcome_of_${kind}`,
      text: `update engine.runs set ${outcomeColumns[kind]} = $3 where (tenant_id, id) = (${openRun})`,
      values: [tenantId, runId, JSON.stringify(outcome)],
    },
  ]);
}

/** Reads the outcome of an order; null if there is none. */
export async function readOutcome<Kind extends CallOrderKind>(
  database: Database,
  { tenantId, runId }: RunRef,
  kind: Kind,
): Promise<CallOutcomes[Kind] | null> {
  const [[row]] = await database.batchTenant<[{ outcome: CallOutcomes[Kind] | null }]>(tenantId, [
    {
      name: `read_outcome_of_${kind}`,
      text: `select ${outcomeColumns[kind]} as outcome from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  return row?.outcome ?? null;
}
