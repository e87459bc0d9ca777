import type { EnginePage, ResearchAccess, SearchHit } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { CallClient } from '../call/types/model-call.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';

/** The stored outcome of a search or of the reading of a page. */
export type ResearchOutcome = { hits: SearchHit[] } | { page: EnginePage } | { refused: string };

/** A search or a reading that an agent asks for. */
export interface AskedResearch {
  id: string;
  kind: 'search' | 'page';
  /** The words of the search, or the address. */
  asked: string;
}

/** The state of a search or reading before it is made. */
type ResearchState =
  | { state: 'recorded'; outcome: ResearchOutcome }
  /** It may be made: its price is held. */
  | { state: 'open'; access: ResearchAccess }
  /** The run does no research, is over, or has too little money left. */
  | { state: 'refused' };

interface StateRow {
  outcome: ResearchOutcome | null;
  access: ResearchAccess | null;
  held: boolean;
}

/**
 * Holds the price of a search before it is made: it counts as spent from now on, so that neither a crash nor a parallel
 * call can spend it twice. The same id again changes nothing and gives the recorded outcome, if there is one.
 */
export async function holdResearch(
  database: Database,
  { tenantId, runId, engagementId, taskId, agentSlug }: CallClient,
  { id, kind, asked }: AskedResearch,
): Promise<ResearchState> {
  const values = [tenantId, runId, id, taskId, agentSlug, kind, asked, engagementId];
  const [, [row]] = await database.batchTenant<[{ id: string }, StateRow]>(tenantId, [
    { name: 'hold_research', text: hold, values },
    { name: 'research_state', text: state, values: [tenantId, runId, id] },
  ]);
  if (row?.outcome) return { state: 'recorded', outcome: row.outcome };
  return row?.held && row.access ? { state: 'open', access: row.access } : { state: 'refused' };
}

const hold = `
  with run as (
    select case when $6 = 'search' then (input->'research'->>'searchNanoUsd')::bigint else 0 end as price
    from engine.runs
    where tenant_id = $1 and id = $2 and status in ('running', 'paused') and stop_requested_at is null
      and input->'research' is not null
    for share
  ), budget as (
    update engine.budgets b set spent_nano_usd = b.spent_nano_usd + run.price from run
    where b.tenant_id = $1 and b.engagement_id = $8
      and b.spent_nano_usd + b.reserved_nano_usd + run.price <= b.limit_nano_usd
      and not exists (select from engine.research_calls where tenant_id = $1 and run_id = $2 and id = $3)
    returning run.price
  )
  insert into engine.research_calls
    (tenant_id, run_id, id, task_id, agent_slug, kind, asked, cost_nano_usd)
  select $1, $2, $3, $4, $5, $6, $7, price from budget
  returning id`;

const state = `
  select c.outcome, r.input->'research' as access, c.id is not null as held
  from engine.runs r
  left join engine.research_calls c on c.tenant_id = r.tenant_id and c.run_id = r.id and c.id = $3
  where r.tenant_id = $1 and r.id = $2`;

/**
 * Stores the outcome of a search or reading once, adds its price to the run with a `cost` event, and gives the price
 * back if nothing was billed. The first stored outcome is final.
 */
export async function settleResearch(
  database: Database,
  { tenantId, runId, engagementId }: CallClient,
  id: string,
  { outcome, isPaid }: { outcome: ResearchOutcome; isPaid: boolean },
): Promise<void> {
  const values = [tenantId, runId, id, JSON.stringify(outcome), isPaid, engagementId];
  await database.batchTenant(tenantId, [{ name: 'settle_research', text: settle, values }]);
}

/** The budget is locked after the run, as in reservations of calls to models. */
const settle = `
  with call as (
    update engine.research_calls c set outcome = $4::json,
      cost_nano_usd = case when $5::boolean then held.cost_nano_usd else 0 end
    from engine.research_calls held
    where c.tenant_id = $1 and c.run_id = $2 and c.id = $3 and c.outcome is null
      and held.tenant_id = c.tenant_id and held.run_id = c.run_id and held.id = c.id
    returning c.id, c.task_id, c.agent_slug, c.cost_nano_usd, held.cost_nano_usd as held_nano_usd
  ), run as (
    update engine.runs r set cost_nano_usd = r.cost_nano_usd + call.cost_nano_usd,
      last_event = r.last_event + case when r.status in ('running', 'paused') then 1 else 0 end
    from call where r.tenant_id = $1 and r.id = $2 and call.cost_nano_usd > 0
    returning r.id, r.status, r.last_event, r.cost_nano_usd, r.input_tokens, r.output_tokens, r.cached_input_tokens,
      r.steps
  ), budget as (
    update engine.budgets b set spent_nano_usd = b.spent_nano_usd - call.held_nano_usd
    from call where b.tenant_id = $1 and b.engagement_id = $6 and call.cost_nano_usd = 0 and call.held_nano_usd > 0
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, run.id, run.last_event, 'cost:' || call.id, 'cost', json_build_object(
    'estimated_cost', round(run.cost_nano_usd::numeric / 1000000000, 9), 'input_tokens', run.input_tokens,
    'output_tokens', run.output_tokens, 'cached_input_tokens', run.cached_input_tokens, 'steps', run.steps,
    'call', json_build_object('taskId', call.task_id, 'agent', call.agent_slug, 'purpose', 'search', 'answered', true,
      'cost', round(call.cost_nano_usd::numeric / 1000000000, 9)))
  from run, call where run.status in ('running', 'paused')`;

/** Returns the pages that agents have read for tasks of a run, each once, oldest first. */
export async function readTaskPages(
  database: Database,
  { tenantId, runId }: RunRef,
  taskIds: readonly string[],
): Promise<EnginePage[]> {
  const [rows] = await database.batchTenant<[{ page: EnginePage }]>(tenantId, [selectPages(tenantId, runId, taskIds)]);
  return [...new Map(rows.map(({ page }) => [page.id, page])).values()];
}

const selectPages = (tenantId: string, runId: string, taskIds: readonly string[]): Statement<{ page: EnginePage }> => ({
  name: 'read_task_pages',
  text: `select outcome->'page' as page from engine.research_calls
    where tenant_id = $1 and run_id = $2 and task_id = any($3) and kind = 'page' and outcome->'page' is not null
    order by created_at, id`,
  values: [tenantId, runId, taskIds],
});
