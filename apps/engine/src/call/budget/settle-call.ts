import type { Database } from '@ecp/database/database';
import type { TokenUsage } from '../../models/cost.ts';

/** The price of a call, and what a provider's cache saved in it, both in nano-USD. */
export interface PaidUsage extends TokenUsage {
  costNanoUsd: number;
  savedNanoUsd: number;
}

/** How a reserved call ended. */
export type CallSettlement =
  /** Answered. `answer` is stored, so that a repeated step need not pay again. `cut`: truncated at the output limit. */
  | ({ status: 'settled'; answer: unknown; cut?: boolean } & PaidUsage)
  /** Billed by the provider but unusable, such as an answer that does not match its schema. */
  | ({ status: 'settled'; error: string } & PaidUsage)
  /** Certainly not billed: refused before the model produced a token. */
  | { status: 'released'; error: string }
  /**
   * Cost unknown (disconnected, timed out, aborted, crashed). It counts at its worst case, so that the budget holds.
   */
  | { status: 'unknown'; error: string };

const nothingPaid: PaidUsage = {
  ...{ costNanoUsd: 0, savedNanoUsd: 0 },
  ...{ inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 },
};

/**
 * Settles a reserved call once. Settling the same id again changes nothing. One statement moves the money from reserved
 * to spent, adds to the run's totals and emits a numbered `cost` event (architecture: reserve before, settle after).
 * Returns the call's current status, or null if the call no longer exists.
 */
export async function settleCall(
  database: Database,
  tenantId: string,
  callId: string,
  ending: CallSettlement,
): Promise<string | null> {
  const paid = ending.status === 'settled' ? ending : nothingPaid;
  const answer = 'answer' in ending ? JSON.stringify(ending.answer) : null;
  const error = 'error' in ending ? ending.error : null;
  const cut = 'cut' in ending && ending.cut === true;
  const [[call]] = await database.batchTenant<[{ status: string | null }]>(tenantId, [
    {
      name: 'settle_call',
      text: settle,
      values: [
        ...[tenantId, callId, ending.status, paid.costNanoUsd, paid.inputTokens, paid.outputTokens],
        ...[answer, error, cut, paid.cachedInputTokens, paid.cacheWriteTokens, paid.savedNanoUsd],
      ],
    },
  ]);
  return call?.status ?? null;
}

/** The budget joins the run so that it is locked second, as in the reservation. Another order could deadlock. */
const settle = `
  with call as (
    update engine.model_calls set
      status = $3, settled_at = now(), error = $8, answer = $7::json, cut = $9,
      cost_nano_usd = case when $3 = 'unknown' then reserved_nano_usd else $4::bigint end,
      input_tokens = $5::bigint, output_tokens = $6::bigint, cached_input_tokens = $10::bigint,
      cache_write_tokens = $11::bigint, saved_nano_usd = $12::bigint
    where tenant_id = $1 and id = $2 and status = 'reserved'
    returning run_id, engagement_id, reserved_nano_usd, cost_nano_usd, id, task_id, agent_slug, purpose
  ), run as (
    update engine.runs r set
      cost_nano_usd = r.cost_nano_usd + call.cost_nano_usd,
      input_tokens = r.input_tokens + $5::bigint, output_tokens = r.output_tokens + $6::bigint,
      cached_input_tokens = r.cached_input_tokens + $10::bigint, saved_nano_usd = r.saved_nano_usd + $12::bigint,
      steps = r.steps + case when $3 = 'settled' then 1 else 0 end,
      last_event = r.last_event + case when $3 = 'released' or r.status not in ('running', 'paused') then 0 else 1 end
    from call where r.tenant_id = $1 and r.id = call.run_id
    returning r.id, r.status, r.last_event, r.cost_nano_usd, r.input_tokens, r.output_tokens,
      r.cached_input_tokens, r.steps
  ), budget as (
    update engine.budgets b set
      reserved_nano_usd = b.reserved_nano_usd - call.reserved_nano_usd,
      spent_nano_usd = b.spent_nano_usd + call.cost_nano_usd
    from run, call where b.tenant_id = $1 and b.engagement_id = call.engagement_id
  ), event as (
    insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
    select $1, run.id, run.last_event, 'cost:' || call.id, 'cost', json_build_object(
      'estimated_cost', round(run.cost_nano_usd::numeric / 1000000000, 9), 'input_tokens', run.input_tokens,
      'output_tokens', run.output_tokens, 'cached_input_tokens', run.cached_input_tokens, 'steps', run.steps, 'call', json_build_object(
        'taskId', call.task_id, 'agent', call.agent_slug, 'purpose', call.purpose, 'answered', $7::json is not null,
        'cost', round(call.cost_nano_usd::numeric / 1000000000, 9)))
    from run, call where $3 <> 'released' and run.status in ('running', 'paused')
  )
  select coalesce(
    (select $3::text from call), (select status from engine.model_calls where tenant_id = $1 and id = $2)) as status`;
