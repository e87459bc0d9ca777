import { ApiError } from '@ecp/contract/declaring/errors';
import type { ReadPageBody, SearchWebBody } from '@ecp/contract/engine/tool-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import type { EngagementRow } from '../engagements/engagement-rows.ts';
import type { CallRow, NewCall } from '../research/records/call-rows.ts';
import { lockResearch } from '../research/records/lock-research.ts';
import { ResearchRefused } from '../research/research-refused.ts';
import { hasRecordRoom } from './has-record-room.ts';
import { requireResearch } from './require-research.ts';

/** A search or a read as it is stored. */
export type StoredCall = CallRow & { state: string };

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

/** The row of a call, and the work that is left: none, to copy the first one's outcome, or to send it. */
export type Claim<Row> =
  | { kind: 'known'; row: Row }
  | { kind: 'follow'; row: Row; first: Row }
  | { kind: 'lead'; row: Row; domains: string[] };

/**
 * Claims a call before anything goes out (RES-4, RES-5). One that may not be sent is recorded as refused. Errors:
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
    const [row] = (await tx.query(call.find)).rows;
    if (row && (row.run_id !== runId || !call.isSame(row))) throw new ApiError('research_id_taken');
    const [first] = (await tx.query(call.findFirst)).rows;
    // A copy whose process died before it was made.
    if (row?.state === 'claimed' && row.claimed_by === null && first) return { kind: 'follow', row, first };
    if (row) return { kind: 'known', row };
    try {
      const engagement = await requireResearch(tx, services, target);
      if (first) return { kind: 'follow', row: await insert(tx, target, call, {}), first };
      if (!hasRoom) throw new ResearchRefused('storage_full');
      await call.requireSendable?.(tx, engagement);
      const claimed = await insert(tx, target, call, { claimedBy: services.research.claimant });
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
  { claimedBy = null, refusal = null }: { claimedBy?: string | null; refusal?: ResearchRefusal | null },
): Promise<Row> {
  const asked = { id: body.id, engagement_id: engagementId, run_id: runId, agent_slug: body.agentSlug };
  const state = refusal ? 'refused' : 'claimed';
  const { rows } = await tx.query(
    toStatement({ ...asked, task_id: body.taskId, state, refusal, claimed_by: claimedBy }),
  );
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return row;
}
