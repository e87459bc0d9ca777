import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** The worst case of a call and the budget that it is reserved from. */
export interface CallReservation {
  callId: string;
  tenantId: string;
  runId: string;
  engagementId: string;
  /** Identifies the call within its run. All attempts of a call share it. */
  callKey: string;
  attempt: number;
  taskId: string | null;
  purpose: string;
  agentSlug: string;
  model: string;
  executorId: string;
  worstCaseNanoUsd: number;
  /** SHA-256 of what is asked, in hexadecimal; null for calls that ask no model to write. */
  promptSha256: string | null;
}

export type ReserveOutcome =
  | { outcome: 'reserved' }
  /** The run is paused. Try again after Resume, which is an event with a number above `lastEvent`. */
  | { outcome: 'paused'; lastEvent: number }
  /** The run was stopped, has ended or no longer exists. */
  | { outcome: 'stopped' }
  /** The attempt, or the ending of its call, has a record. Look the call up. */
  | { outcome: 'recorded' }
  /** The budget would suffice, but calls in flight have reserved it. Try again after one has settled. */
  | { outcome: 'held' }
  | { outcome: 'exhausted'; spentNanoUsd: number; limitNanoUsd: number };

/**
 * Reserves a call's worst case against the engagement's budget if and only if its run may start calls and nothing is
 * recorded about the attempt. It is one statement, so that parallel calls can never exceed the budget together (BUD-2).
 */
export async function reserveCall(database: Database, call: CallReservation): Promise<ReserveOutcome> {
  const values = [
    call.tenantId,
    call.runId,
    call.engagementId,
    call.worstCaseNanoUsd,
    call.callId,
    call.callKey,
    call.attempt,
    call.taskId,
    call.purpose,
    call.agentSlug,
    call.model,
    call.executorId,
    call.promptSha256,
  ];
  const statement: Statement<ReserveRow> = { name: 'reserve_call', text: reserve, values };
  const [[row]] = await database.batchTenant(call.tenantId, [statement]);
  // A stored answer counts, also after a Stop.
  if (row?.recorded) return { outcome: 'recorded' };
  if (!row || row.stopping || !['running', 'paused'].includes(row.status)) return { outcome: 'stopped' };
  if (row.reserved) return { outcome: 'reserved' };
  if (row.status === 'paused') return { outcome: 'paused', lastEvent: row.last_event };
  // This row may be older than the one that refused the update. `spent` only grows, so the conclusion stays true.
  if (row.spent_nano_usd + call.worstCaseNanoUsd > row.limit_nano_usd) {
    return { outcome: 'exhausted', spentNanoUsd: row.spent_nano_usd, limitNanoUsd: row.limit_nano_usd };
  }
  return { outcome: 'held' };
}

interface ReserveRow {
  status: string;
  stopping: boolean;
  reserved: boolean;
  recorded: boolean;
  last_event: number;
  spent_nano_usd: number;
  limit_nano_usd: number;
}

/** The share lock on the run makes the reservation happen before or after Stop and Pause, never during them. */
const reserve = `
  with run as (
    select status, stop_requested_at is not null as stopping, last_event,
      exists (select from engine.model_calls
        where tenant_id = $1 and run_id = $2 and call_key = $6 and attempt >= $7::integer)
      or exists (select from engine.call_endings
        where tenant_id = $1 and run_id = $2 and call_key = $6) as recorded
    from engine.runs where tenant_id = $1 and id = $2 for share
  ), budget as (
    update engine.budgets b set reserved_nano_usd = b.reserved_nano_usd + $4::bigint from run
    where b.tenant_id = $1 and b.engagement_id = $3 and run.status = 'running' and not run.stopping
      and not run.recorded
      and b.spent_nano_usd + b.reserved_nano_usd + $4::bigint <= b.limit_nano_usd
    returning b.engagement_id
  ), call as (
    insert into engine.model_calls (id, tenant_id, run_id, engagement_id, call_key, attempt, task_id, purpose,
      agent_slug, model, status, executor_id, reserved_nano_usd, prompt_sha256)
    select $5, $1, $2, engagement_id, $6, $7::integer, $8, $9, $10, $11, 'reserved', $12, $4::bigint, $13 from budget
    returning id
  )
  select run.status, run.stopping, run.recorded, run.last_event, exists (select from call) as reserved, b.spent_nano_usd,
    b.limit_nano_usd
  from run join engine.budgets b on b.tenant_id = $1 and b.engagement_id = $3`;
