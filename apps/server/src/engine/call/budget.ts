import { formatUsd } from '@ecp/contract/declaring/money';
import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import type { SpendLimit } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import { type NoRow, type Statement, sql } from '@ecp/database/statement';
import type { PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { RunRef } from '../kernel/events.ts';
import type { ModelCallError } from '../models/call-failures.ts';
import {
  type CatalogModel,
  cacheSavingNanoUsd,
  callCostNanoUsd,
  type TokenUsage,
} from '../models/catalog.ts';
import { sanitizeText } from './answers.ts';

interface CallReservation {
  callId: string;
  tenantId: string;
  runId: string;
  engagementId: string;
  /** The key of the call, unique within the run. All attempts of a call share it. */
  callKey: string;
  attempt: number;
  taskId: string | null;
  purpose: string;
  agentSlug: string;
  model: string;
  executorId: string;
  worstCaseNanoUsd: number;
  /** SHA-256 of the prompt in hexadecimal; null for calls that ask no model to write. */
  promptSha256: string | null;
  /**
   * The tenant's limit for one day in nano-USD. It is null if there is no limit, or if the operator
   * does not pay for the call.
   */
  dayLimitNanoUsd: number | null;
}

/** The limit of a day for calls to a model: none for one that a tenant's own key pays. */
export const dayLimitFor = (
  { maxTenantNanoUsdPerDay }: { maxTenantNanoUsdPerDay: number | null },
  { account }: Pick<CatalogModel, 'account'>,
): number | null => (account === undefined ? maxTenantNanoUsdPerDay : null);

export type ReserveOutcome =
  | { outcome: 'reserved' }
  | { outcome: 'paused'; lastEvent: number }
  | { outcome: 'stopped' }
  | { outcome: 'recorded' }
  | { outcome: 'held' }
  | { outcome: 'exhausted'; reason: SpendLimit; spentNanoUsd: number; limitNanoUsd: number };

/**
 * Reserves a call's worst case if its run may start calls and the attempt has no record, in one
 * atomic statement.
 */
export async function reserveCall(
  database: Database,
  call: CallReservation,
): Promise<ReserveOutcome> {
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
    call.dayLimitNanoUsd,
  ];
  const statement: Statement<ReserveRow> = { name: 'reserve_call', text: reserve, values };
  const row = await reserveInDay(database, call, statement);
  // A stored answer counts, also after a Stop.
  if (row?.recorded) return { outcome: 'recorded' };
  if (!row || row.stopping || !['running', 'paused'].includes(row.status))
    return { outcome: 'stopped' };
  if (row.reserved) return { outcome: 'reserved' };
  if (row.status === 'paused') return { outcome: 'paused', lastEvent: row.last_event };
  // This row may be older than the one that refused the update. `spent` only grows, so the
  // conclusion stays true.
  const { worstCaseNanoUsd, dayLimitNanoUsd } = call;
  if (row.spent_nano_usd + worstCaseNanoUsd > row.limit_nano_usd) {
    const { spent_nano_usd: spentNanoUsd, limit_nano_usd: limitNanoUsd } = row;
    return { outcome: 'exhausted', reason: 'budget_exhausted', spentNanoUsd, limitNanoUsd };
  }
  const spentToday = row.spent_today_nano_usd ?? 0;
  if (dayLimitNanoUsd !== null && spentToday + worstCaseNanoUsd > dayLimitNanoUsd) {
    const spending = { spentNanoUsd: spentToday, limitNanoUsd: dayLimitNanoUsd };
    return { outcome: 'exhausted', reason: 'tenant_spend_limit', ...spending };
  }
  return { outcome: 'held' };
}

/** Runs the reservation, after the day has its row where a day's limit counts. */
async function reserveInDay(
  database: Database,
  { tenantId, dayLimitNanoUsd }: CallReservation,
  reservation: Statement<ReserveRow>,
): Promise<ReserveRow | undefined> {
  if (dayLimitNanoUsd === null) {
    const [[row]] = await database.batchTenant(tenantId, [reservation]);
    return row;
  }
  const [, [row]] = await database.batchTenant<[NoRow, ReserveRow]>(tenantId, [
    openDay(tenantId),
    reservation,
  ]);
  return row;
}

/**
 * Gives the day in UTC its row, which reservations of the same transaction lock; none for a tenant
 * that is erased.
 */
export const openDay = (tenantId: string): Statement => ({
  name: 'open_tenant_day',
  text: `insert into engine.tenant_days (tenant_id, day)
    select $1, (now() at time zone 'utc')::date where exists (select from engine.budgets where tenant_id = $1)
    on conflict do nothing`,
  values: [tenantId],
});

interface ReserveRow {
  status: string;
  stopping: boolean;
  reserved: boolean;
  recorded: boolean;
  last_event: number;
  spent_nano_usd: number;
  limit_nano_usd: number;
  /** The spending of the tenant's day. It is null where no day counts. */
  spent_today_nano_usd: number | null;
}

/**
 * SQL for the rows `purse` and `day` of a reservation, locked in this order everywhere: the
 * engagement's budget, and the tenant's day if the parameter `dayLimit` is a number. The row of
 * `day` is null otherwise.
 */
export const lockedMoney = (dayLimit: string, engagementId: string): string => `purse as (
    select b.* from run join engine.budgets b on b.tenant_id = $1 and b.engagement_id = ${engagementId}
    for no key update of b
  ), day as (
    select d.* from purse join engine.tenant_days d
      on d.tenant_id = $1 and d.day = (now() at time zone 'utc')::date and ${dayLimit}::bigint is not null
    for no key update of d
  )`;

/**
 * The share lock on the run makes the reservation happen before or after Stop and Pause, never
 * during them.
 */
const reserve = `
  with run as (
    select status, stop_requested_at is not null as stopping, last_event,
      exists (select from engine.model_calls
        where tenant_id = $1 and run_id = $2 and call_key = $6 and attempt >= $7::integer)
      or exists (select from engine.call_endings
        where tenant_id = $1 and run_id = $2 and call_key = $6) as recorded
    from engine.runs where tenant_id = $1 and id = $2 for share
  ), ${lockedMoney('$14', '$3')}, budget as (
    update engine.budgets b set reserved_nano_usd = b.reserved_nano_usd + $4::bigint
    from run left join day on true
    where b.tenant_id = $1 and b.engagement_id = $3 and run.status = 'running' and not run.stopping
      and not run.recorded
      and b.spent_nano_usd + b.reserved_nano_usd + $4::bigint <= b.limit_nano_usd
      and ($14::bigint is null or day.spent_nano_usd + day.reserved_nano_usd + $4::bigint <= $14::bigint)
    returning b.engagement_id
  ), paying as (
    update engine.tenant_days d set reserved_nano_usd = d.reserved_nano_usd + $4::bigint from budget, day
    where d.tenant_id = $1 and d.day = day.day
  ), call as (
    insert into engine.model_calls (id, tenant_id, run_id, engagement_id, call_key, attempt, task_id, purpose,
      agent_slug, model, status, executor_id, reserved_nano_usd, prompt_sha256, paying_day)
    select $5, $1, $2, engagement_id, $6, $7::integer, $8, $9, $10, $11, 'reserved', $12, $4::bigint, $13, day.day
    from budget left join day on true
    returning id
  )
  select run.status, run.stopping, run.recorded, run.last_event, exists (select from call) as reserved,
    purse.spent_nano_usd, purse.limit_nano_usd, day.spent_nano_usd as spent_today_nano_usd
  from run cross join purse left join day on true`;

interface PaidUsage extends TokenUsage {
  costNanoUsd: number;
  savedNanoUsd: number;
}

export type CallSettlement =
  /**
   * `answer` is stored, so that a repeated step does not pay again. `cut` is true for an answer
   * that was truncated at the output limit.
   */
  | ({ status: 'settled'; answer: unknown; cut?: boolean } & PaidUsage)
  /**
   * The provider billed the call, but its answer is unusable, for example because it does not match
   * its schema.
   */
  | ({ status: 'settled'; error: string } & PaidUsage)
  /**
   * The call was certainly not billed, because it was refused before the model produced a token.
   */
  | { status: 'released'; error: string }
  /**
   * The cost of the call is unknown (disconnected, timed out, aborted, crashed), so it counts at
   * its worst case.
   */
  | { status: 'unknown'; error: string };

const nothingPaid: PaidUsage = {
  costNanoUsd: 0,
  savedNanoUsd: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
};

/**
 * Settles a reserved call once, with one `cost` event. Returns its current status, or null if it no
 * longer exists.
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
  const [[call]] = await database.batchTenant<[{ status: string | null }, NoRow]>(tenantId, [
    {
      name: 'settle_call',
      text: settle,
      values: [
        tenantId,
        callId,
        ending.status,
        paid.costNanoUsd,
        paid.inputTokens,
        paid.outputTokens,
        answer,
        error,
        cut,
        paid.cachedInputTokens,
        paid.cacheWriteTokens,
        paid.savedNanoUsd,
      ],
    },
    { name: 'copy_run_cost', text: copyRunCost, values: [tenantId, callId] },
  ]);
  return call?.status ?? null;
}

/**
 * Each joins the one before, so that they are locked in the order of the reservation and of the
 * erasure: run, call, budget, day.
 */
const settle = `
  with charged as (
    select r.id as run_id from engine.model_calls c
    join engine.runs r on r.tenant_id = c.tenant_id and r.id = c.run_id
    where c.tenant_id = $1 and c.id = $2 for no key update of r
  ), call as (
    update engine.model_calls c set
      status = $3, settled_at = now(), error = $8, answer = $7::json, cut = $9,
      cost_nano_usd = case when $3 = 'unknown' then reserved_nano_usd else $4::bigint end,
      input_tokens = $5::bigint, output_tokens = $6::bigint, cached_input_tokens = $10::bigint,
      cache_write_tokens = $11::bigint, saved_nano_usd = $12::bigint
    from charged where c.tenant_id = $1 and c.id = $2 and c.run_id = charged.run_id and c.status = 'reserved'
    returning c.run_id, c.engagement_id, c.reserved_nano_usd, c.cost_nano_usd, c.id, c.task_id, c.agent_slug, c.purpose,
      c.paying_day
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
    returning b.engagement_id
  ), day as (
    update engine.tenant_days d set
      reserved_nano_usd = d.reserved_nano_usd - call.reserved_nano_usd,
      spent_nano_usd = d.spent_nano_usd + call.cost_nano_usd
    from budget, call where d.tenant_id = $1 and d.day = call.paying_day
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

/** The cost of an active run as people see it. */
const copyRunCost = `
  update platform.runs p set cost_nano_usd = r.cost_nano_usd, input_tokens = r.input_tokens,
    output_tokens = r.output_tokens, steps = r.steps
  from engine.model_calls c join engine.runs r on r.tenant_id = c.tenant_id and r.id = c.run_id
  where c.tenant_id = $1 and c.id = $2 and r.status in ('running', 'paused')
    and p.tenant_id = r.tenant_id and p.id = r.id`;

/**
 * Settles the calls that a dead process left reserved, at their worst case. Call it before its work
 * is handed on.
 */
export async function recoverLostCalls(database: Database, executorId: string): Promise<number> {
  const { rows } = await database.withSystem((tx) =>
    tx.query<{ tenant_id: string; id: string }>({
      text: `select tenant_id, id from engine.model_calls where executor_id = $1 and status = 'reserved'`,
      values: [executorId],
    }),
  );
  for (const { tenant_id, id } of rows) {
    await settleCall(database, tenant_id, id, {
      status: 'unknown',
      error: 'The engine stopped during the call',
    });
  }
  return rows.length;
}

/**
 * Releases a failed call that was certainly not billed. One of unknown cost counts at its worst
 * case.
 */
export function settlementOfFailure(
  model: CatalogModel,
  { billing, message }: ModelCallError,
): CallSettlement {
  const error = sanitizeText(message);
  if (billing === 'none') return { status: 'released', error };
  if (billing === 'unknown') return { status: 'unknown', error };
  return { status: 'settled', ...priceUsage(model, billing), error };
}

/** Adds the price of a call, and what a cache saved in it, to its tokens. */
export function priceUsage(model: CatalogModel, usage: TokenUsage): PaidUsage {
  return {
    ...usage,
    costNanoUsd: callCostNanoUsd(model, usage),
    savedNanoUsd: cacheSavingNanoUsd(model, usage),
  };
}

/**
 * The spending of an engagement in nano-USD: in total, on plans alone, and on judgements of texts
 * and drafts of queries.
 */
interface EngagementSpending {
  spentNanoUsd: number;
  planningNanoUsd: number;
  judgingNanoUsd: number;
}

/** Reads what an engagement has spent. All amounts are 0 before the engine has a budget for it. */
export async function readSpending(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<EngagementSpending> {
  const [[spending]] = await database.batchTenant<[EngagementSpending]>(tenantId, [
    {
      name: 'read_spending',
      text: `select
        coalesce((select spent_nano_usd from engine.budgets where tenant_id = $1 and engagement_id = $2), 0) as "spentNanoUsd",
        coalesce((select sum(cost_nano_usd)::bigint from engine.runs
          where tenant_id = $1 and engagement_id = $2 and kind = 'plan'), 0) as "planningNanoUsd",
        coalesce((select sum(cost_nano_usd)::bigint from engine.runs
          where tenant_id = $1 and engagement_id = $2 and kind in ('judge', 'query', 'grid', 'storyline')), 0) as "judgingNanoUsd"`,
      values: [tenantId, engagementId],
    },
  ]);
  return spending ?? { spentNanoUsd: 0, planningNanoUsd: 0, judgingNanoUsd: 0 };
}

interface ConsultingMoney {
  leftNanoUsd: number;
  consultedNanoUsd: number;
}

/**
 * Reads the rest of an engagement's budget and the cost of a task's consultations so far, in
 * nano-USD.
 */
export async function readConsultingMoney(
  database: Database,
  { tenantId, runId, engagementId }: { tenantId: string; runId: string; engagementId: string },
  taskId: string,
): Promise<ConsultingMoney> {
  const [[money]] = await database.batchTenant<[ConsultingMoney]>(tenantId, [
    {
      name: 'read_consulting_money',
      text: `select b.limit_nano_usd - b.spent_nano_usd as "leftNanoUsd", coalesce((
          select sum(cost_nano_usd) from engine.model_calls
          where tenant_id = $1 and run_id = $3 and task_id = $4 and purpose = 'consult'
        ), 0)::bigint as "consultedNanoUsd"
        from engine.budgets b where b.tenant_id = $1 and b.engagement_id = $2`,
      values: [tenantId, engagementId, runId, taskId],
    },
  ]);
  return money ?? { leftNanoUsd: 0, consultedNanoUsd: 0 };
}

/**
 * Returns the message of a run that ended because no further call fits into a limit. Amounts are in
 * nano-USD.
 */
export function exhaustedMessage(limit: {
  reason: SpendLimit;
  spentNanoUsd: number;
  limitNanoUsd: number;
}): string {
  const amounts = `spent ${formatUsd(limit.spentNanoUsd)} of ${formatUsd(limit.limitNanoUsd)}`;
  return limit.reason === 'budget_exhausted'
    ? `Budget exhausted: ${amounts}`
    : `The workspace has reached its limit of today: ${amounts}`;
}

/**
 * Returns the same message with the current amount: calls of other tasks may have settled since the
 * refusal.
 */
export async function readExhaustedMessage(
  database: Database,
  { tenantId, engagementId }: { tenantId: string; engagementId: string },
): Promise<string> {
  const [[budget]] = await database.batchTenant<[{ spentNanoUsd: number; limitNanoUsd: number }]>(
    tenantId,
    [
      {
        name: 'read_budget',
        text: `select spent_nano_usd as "spentNanoUsd", limit_nano_usd as "limitNanoUsd"
        from engine.budgets where tenant_id = $1 and engagement_id = $2`,
        values: [tenantId, engagementId],
      },
    ],
  );
  if (!budget) throw new Error('The budget no longer exists');
  return exhaustedMessage({ reason: 'budget_exhausted', ...budget });
}

type CallRow = Omit<EngineCalls['calls'][number], 'createdAt' | 'provider'> & {
  id: string;
  createdAt: Date;
};

/** Lists a page of the calls of an engagement's runs in the order of their ids, for its dossier. */
export async function listCalls(
  database: Database,
  tenantId: string,
  { engagementId, after, limit }: { engagementId: string; after: string; limit: number },
): Promise<EngineCalls> {
  const statement: Statement<CallRow> = {
    name: 'list_calls',
    text: `select id, run_id as "runId", task_id as "taskId", purpose, agent_slug as agent, model, status,
        created_at as "createdAt", input_tokens as "inputTokens", output_tokens as "outputTokens",
        cost_nano_usd as "costNanoUsd", prompt_sha256 as "promptSha256",
        coalesce(answer_sha256, encode(sha256(convert_to(answer::text, 'UTF8')), 'hex')) as "answerSha256"
      from engine.model_calls
      where tenant_id = $1 and engagement_id = $2 and id > $3 and status <> 'reserved' order by id limit $4`,
    values: [tenantId, engagementId, after, limit],
  };
  const [rows] = await database.batchTenant<[CallRow]>(tenantId, [statement]);
  const calls = rows.map(({ id: _, ...call }) => ({
    ...call,
    createdAt: call.createdAt.toISOString(),
  }));
  return { calls, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** Reads the money of a run, in nano-USD: what it has spent, and what the engagement has left. */
export async function readRunMoney(
  database: Database,
  { tenantId, runId, engagementId }: RunRef & { engagementId: string },
): Promise<number> {
  const [[row]] = await database.batchTenant<[{ money: number }]>(tenantId, [
    sql<{ money: number }>`select b.limit_nano_usd - b.spent_nano_usd + r.cost_nano_usd as money
      from engine.budgets b join engine.runs r
        on r.tenant_id = b.tenant_id and r.engagement_id = b.engagement_id
      where r.tenant_id = ${tenantId} and r.id = ${runId} and b.engagement_id = ${engagementId}`,
  ]);
  return Math.max(0, row?.money ?? 0);
}

/** Reads what a run's calls of a purpose have cost, in nano-USD. */
export async function readSpentFor(
  database: Database,
  { tenantId, runId }: RunRef,
  purpose: PromptPurpose,
): Promise<number> {
  const [[row]] = await database.batchTenant<[{ spent: number }]>(tenantId, [
    sql<{ spent: number }>`select coalesce(sum(cost_nano_usd), 0)::bigint as spent
      from engine.model_calls
      where tenant_id = ${tenantId} and run_id = ${runId} and purpose = ${purpose}`,
  ]);
  return row?.spent ?? 0;
}

/**
 * Reads when the first attempt of a call began, in the words of the database; null for a call that
 * was not made.
 */
export async function readCallBeginning(
  database: Database,
  { tenantId, runId, callKey }: RunRef & { callKey: string },
): Promise<string | null> {
  const [[row]] = await database.batchTenant<[{ beganAt: string | null }]>(tenantId, [
    sql<{ beganAt: string | null }>`select min(created_at)::text as "beganAt"
      from engine.model_calls
      where tenant_id = ${tenantId} and run_id = ${runId} and call_key = ${callKey}`,
  ]);
  return row?.beganAt ?? null;
}
