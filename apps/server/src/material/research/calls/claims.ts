import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ReadPageBody, SearchWebBody } from '@ecp/contract/engine/tool-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { isExecutorDead } from '../../../kernel/durable-work/durable-work.ts';
import type { RunTarget } from '../../../kernel/keys/tokens.ts';
import type { Services } from '../../../kernel/services.ts';
import { firstRow } from '../../../kernel/sql.ts';
import { type EngagementRow, selectEngagement } from '../../engagements/engagement-rows.ts';
import { ResearchRefused } from '../fetching.ts';
import { type CallRow, lockResearch, type NewCall } from './call-rows.ts';

type StoredCall = CallRow & { state: string };

/** A search or a read that the engine asks for. */
export interface Call<Row extends StoredCall> {
  body: SearchWebBody | ReadPageBody;
  /** Selects the row of its id. */
  find: Statement<Row>;
  /** Selects the row of the run that was sent for the same words or address. */
  findFirst: Statement<Row>;
  /** Tells whether a row of its id asks for the same. */
  isSame(row: Row): boolean;
  insert(row: NewCall): Statement<Row>;
  /** Throws ResearchRefused if it may not be sent. */
  requireSendable?(tx: Transaction, engagement: EngagementRow): Promise<void>;
}

/**
 * The row of a call, and the work that is left: none, to copy the first one's outcome, or to send
 * it.
 */
export type Claim<Row> =
  | { kind: 'known'; row: Row }
  | { kind: 'follow'; row: Row; first: Row }
  | { kind: 'lead'; row: Row; domains: string[] };

/**
 * Claims a call before it is sent; one that may not be sent is recorded. Errors:
 * `research_id_taken`, `not_found`.
 */
export async function claimCall<Row extends StoredCall>(
  services: Services,
  target: RunTarget,
  call: Call<Row>,
): Promise<Claim<Row>> {
  const { tenantId, runId } = target;
  const hasRoom = await hasRecordRoom(services, tenantId);
  return services.database.withTenant(tenantId, async (tx): Promise<Claim<Row>> => {
    await lockResearch(tx, tenantId, runId);
    const [ofId] = (await tx.query(call.find)).rows;
    if (ofId && (ofId.run_id !== runId || !call.isSame(ofId)))
      throw new ApiError('research_id_taken');
    // Nothing has been sent of a search whose price is held.
    const row = ofId?.state === 'held' ? undefined : ofId;
    const [first] = (await tx.query(call.findFirst)).rows;
    // A copy whose process died before it was made.
    if (row?.state === 'claimed' && row.claimed_by === null && first)
      return { kind: 'follow', row, first };
    if (row) return { kind: 'known', row };
    try {
      const engagement = await requireResearch(tx, services, target);
      if (first) return { kind: 'follow', row: await insert(tx, target, call, {}), first };
      if (!hasRoom) throw new ResearchRefused('storage_full');
      await call.requireSendable?.(tx, engagement);
      const claimed = await insert(tx, target, call, { claimedBy: services.executorId });
      return { kind: 'lead', row: claimed, domains: engagement.research_domains };
    } catch (error) {
      if (!(error instanceof ResearchRefused)) throw error;
      return { kind: 'known', row: await insert(tx, target, call, { refusal: error.refusal }) };
    }
  });
}

async function insert<Row extends StoredCall>(
  tx: Transaction,
  { engagementId, runId }: RunTarget,
  { body, insert: toStatement }: Call<Row>,
  {
    claimedBy = null,
    refusal = null,
  }: { claimedBy?: string | null; refusal?: ResearchRefusal | null },
): Promise<Row> {
  const asked = {
    id: body.id,
    engagement_id: engagementId,
    run_id: runId,
    agent_slug: body.agentSlug,
  };
  const state = refusal ? 'refused' : 'claimed';
  const { rows } = await tx.query(
    toStatement({ ...asked, task_id: body.taskId, state, refusal, claimed_by: claimedBy }),
  );
  const row = firstRow(rows);
  return row;
}

/** Interval at which the row of another process is read. */
const lookAgainMs = 250;

interface CallStatements<Row> {
  find(id: string): Statement<Row>;
  /** Ends a call whose process has died. */
  interrupt(id: string): Statement<Row>;
}

/**
 * Waits for the outcome of a search or read. One whose process died is interrupted, never sent
 * again. Error: `not_found`.
 */
export async function awaitOutcome<Row extends StoredCall>(
  services: Services,
  tenantId: string,
  given: Row,
  { find, interrupt }: CallStatements<Row>,
): Promise<Row> {
  const { id } = given;
  const query = async (statement: Statement<Row>): Promise<Row | undefined> =>
    (await services.database.batchTenant<[Row]>(tenantId, [statement]))[0][0];
  let row = given;
  while (row.state === 'claimed') {
    await services.research.underway.get(id);
    const found = await query(find(id));
    if (!found) throw new ApiError('not_found');
    row = found;
    if (row.state !== 'claimed') return row;
    if (await isClaimantDead(services, row)) row = (await query(interrupt(id))) ?? row;
    else await delay(lookAgainMs);
  }
  return row;
}

/** Does claimed work, and lets those who wait for its outcome wait for the promise. */
export async function runClaimed(
  services: Services,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const { underway } = services.research;
  const done = work().finally(() => underway.delete(id));
  // The callers that wait read the row afterwards.
  underway.set(
    id,
    done.catch(() => undefined),
  );
  await done;
}

/**
 * Returns the run's engagement. Throws ResearchRefused `not_enabled` without research. Error:
 * `not_found`.
 */
async function requireResearch(
  tx: Transaction,
  { research }: Services,
  { tenantId, engagementId }: RunTarget,
): Promise<EngagementRow> {
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  const [engagement] = rows;
  if (!engagement) throw new ApiError('not_found');
  if (!engagement.research_enabled || research.search === null)
    throw new ResearchRefused('not_enabled');
  return engagement;
}

/**
 * The usual record of a search with ten results, or of a read with its page's links, is smaller.
 */
const recordBytes = 20_000;

/** Tells whether the tenant has room for the record of one more search or read. */
async function hasRecordRoom(
  { recordQuota }: Pick<Services, 'recordQuota'>,
  tenantId: string,
): Promise<boolean> {
  try {
    await recordQuota.requireRoom(tenantId, recordBytes);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'storage_limit_exceeded') return false;
    throw error;
  }
}

/** Longer than a search or a page can take with all its waits. */
const longestMs = 240_000;

/**
 * True if a claim is older than all time limits, or another process has taken over the claimant's
 * work.
 */
async function isClaimantDead(
  services: Pick<Services, 'research' | 'database' | 'executorId'>,
  { id, claimed_by: claimedBy, created_at: createdAt }: CallRow,
): Promise<boolean> {
  if (services.research.underway.has(id)) return false;
  if (Date.now() - createdAt.getTime() > longestMs) return true;
  if (claimedBy === null || claimedBy === services.executorId) return false;
  return isExecutorDead(services.database, claimedBy);
}
