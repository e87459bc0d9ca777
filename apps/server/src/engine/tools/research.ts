import type {
  EnginePage,
  ReadPageAnswer,
  SearchHit,
  SearchWebAnswer,
} from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { describePage } from '../agents/prompts/found-material.ts';
import { sanitizeAnswer } from '../call/answers.ts';
import { lockedMoney, openDay } from '../call/budget.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { ToolCall } from '../call/tool-types.ts';
import type { AgentMaterial } from '../kernel/agent-material.ts';
import type { RunRef } from '../kernel/events.ts';
import {
  askMaterial,
  type ExecutedCall,
  type MaterialLimits,
  refuseCall,
  toolCallId,
} from './tool-results.ts';

/** Searches the web for an agent. The results show where to read, and are no sources. */
export async function runWebSearch(
  services: EngineServices,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { query = '' } = call.input;
  const outcome = await researchWeb(services, client, {
    id: toolCallId('s', client, ordinal),
    kind: 'search',
    queryOrUrl: query,
  });
  if (!('hits' in outcome)) return refuseCall(call, 'refused' in outcome ? outcome.refused : '');
  const { hits } = outcome;
  const lines = hits.map(
    ({ title, url, snippet }, at) => `${at + 1}. ${title}\n   ${url}\n   ${snippet}`,
  );
  const text = hits.length === 0 ? 'Nothing was found. Try other words.' : lines.join('\n');
  return {
    result: { callId: call.id, kind: 'text', label: 'search results', text },
    code: 'web_searched',
    message: `searched the web for "${query}": ${hits.length} result${hits.length === 1 ? '' : 's'}`,
  };
}

/** Reads a page of the web for an agent, from a position in its text. */
export async function runPageReading(
  services: EngineServices,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { url = '', from = 0 } = call.input;
  const outcome = await researchWeb(services, client, {
    id: toolCallId('p', client, ordinal),
    kind: 'page',
    queryOrUrl: url,
  });
  if (!('page' in outcome)) return refuseCall(call, 'refused' in outcome ? outcome.refused : '');
  const { page } = outcome;
  const position = from === 0 ? '' : `\nFrom character ${from} of ${page.text.length}:`;
  return {
    result: {
      callId: call.id,
      kind: 'text',
      label: 'page',
      text: `${describePage(page)}\nText:${position}\n${page.text.slice(from)}`,
    },
    code: 'page_read',
    message: `read the page "${page.title}" (${page.url})`,
    page,
  };
}

/** Limits the characters of a refusal's reason for the model. */
const maxReasonLength = 1_000;
const refused = {
  refused: 'Research is not possible in this engagement, or its budget is used up.',
};

interface Answered {
  outcome: ResearchOutcome;
  /** True if the provider may have billed the search. */
  isPaid: boolean;
}

/**
 * Searches the web or reads a page, once. A failure is an outcome, so that the
 * model can change its request. A search that Stop has ended counts as billed.
 */
async function researchWeb(
  services: EngineServices,
  client: CallClient,
  request: AskedResearch,
): Promise<ResearchOutcome> {
  const reservation = await holdResearch(
    services.database,
    client,
    request,
    services.maxTenantNanoUsdPerDay,
  );
  if (reservation.state === 'recorded') return reservation.outcome;
  if (reservation.state === 'refused') return refused;
  const { signal, done } = services.inFlight.begin(client);
  try {
    const answered = await ask(services.material, client, request, signal);
    await settleResearch(services.database, client, request.id, answered);
    return answered.outcome;
  } finally {
    done();
  }
}

async function ask(
  material: AgentMaterial,
  client: CallClient,
  { id, kind, queryOrUrl }: AskedResearch,
  signal: AbortSignal,
): Promise<Answered> {
  const { agentSlug, taskId } = client;
  const callDetails = { id, agentSlug, taskId };
  if (kind === 'search') {
    const searching = material.searchWeb(client, { ...callDetails, query: queryOrUrl });
    const answer = await askMaterial(searching, webLimits, signal);
    // A search without an answer may have been billed.
    if ('failure' in answer) return refuse(answer.failure, true);
    const searchAnswer = sanitizeAnswer(answer.value) as SearchWebAnswer;
    if ('refused' in searchAnswer) return refuse(searchAnswer.refused, searchAnswer.paid);
    return { outcome: { hits: searchAnswer.hits }, isPaid: searchAnswer.paid };
  }
  const answer = await askMaterial(
    material.readPage(client, { ...callDetails, url: queryOrUrl }),
    webLimits,
    signal,
  );
  if ('failure' in answer) return refuse(answer.failure, false);
  const pageAnswer = sanitizeAnswer(answer.value) as ReadPageAnswer;
  if ('refused' in pageAnswer) return refuse(pageAnswer.refused, false);
  return { outcome: { page: pageAnswer.page }, isPaid: false };
}

const refuse = (reason: string, isPaid: boolean): Answered => {
  return { outcome: { refused: reason.slice(0, maxReasonLength) }, isPaid };
};

/** A page may wait for robots.txt and for its turn at the host. */
const webLimits: MaterialLimits = {
  timeoutMs: 90_000,
  subject: 'The web',
  advice: 'Read another page.',
};

type ResearchOutcome = { hits: SearchHit[] } | { page: EnginePage } | { refused: string };

export interface AskedResearch {
  id: string;
  kind: 'search' | 'page';
  queryOrUrl: string;
}

type ResearchState =
  | { state: 'recorded'; outcome: ResearchOutcome }
  /** It may be made: its price is held. */
  | { state: 'open' }
  /** The run does no research, is over, or has too little money left. */
  | { state: 'refused' };

interface StateRow {
  outcome: ResearchOutcome | null;
  is_held: boolean;
}

/**
 * Reserves the price of a search as spent, once, so that no crash or parallel call spends it again.
 * Returns a recorded outcome. The operator pays searches, also of a tenant with model keys of its
 * own: `dayLimitNanoUsd` is null without a limit.
 */
export async function holdResearch(
  database: Database,
  { tenantId, runId, engagementId, taskId, agentSlug }: CallClient,
  { id, kind, queryOrUrl }: AskedResearch,
  dayLimitNanoUsd: number | null,
): Promise<ResearchState> {
  const values = [
    tenantId,
    runId,
    id,
    taskId,
    agentSlug,
    kind,
    queryOrUrl,
    engagementId,
    dayLimitNanoUsd,
  ];
  if (dayLimitNanoUsd !== null) await database.batchTenant(tenantId, [openDay(tenantId)]);
  const [, [row]] = await database.batchTenant<[{ id: string }, StateRow]>(tenantId, [
    { name: 'hold_research', text: hold, values },
    { name: 'research_state', text: researchState, values: [tenantId, runId, id] },
  ]);
  if (row?.outcome) return { state: 'recorded', outcome: row.outcome };
  return { state: row?.is_held ? 'open' : 'refused' };
}

const hold = `
  with run as (
    select case when $6 = 'search' then (input->'research'->>'searchNanoUsd')::bigint else 0 end as price
    from engine.runs
    where tenant_id = $1 and id = $2 and status in ('running', 'paused') and stop_requested_at is null
      and input->'research' is not null
    for share
  ), ${lockedMoney('$9', '$8')}, budget as (
    update engine.budgets b set spent_nano_usd = b.spent_nano_usd + run.price from run left join day on true
    where b.tenant_id = $1 and b.engagement_id = $8
      and b.spent_nano_usd + b.reserved_nano_usd + run.price <= b.limit_nano_usd
      and ($9::bigint is null or day.spent_nano_usd + day.reserved_nano_usd + run.price <= $9::bigint)
      and not exists (select from engine.research_calls where tenant_id = $1 and run_id = $2 and id = $3)
    returning run.price
  ), paying as (
    update engine.tenant_days d set spent_nano_usd = d.spent_nano_usd + budget.price from budget, day
    where d.tenant_id = $1 and d.day = day.day
  )
  insert into engine.research_calls
    (tenant_id, run_id, id, task_id, agent_slug, kind, asked, cost_nano_usd, paying_day)
  select $1, $2, $3, $4, $5, $6, $7, price, day.day from budget left join day on true
  returning id`;

const researchState = `
  select c.outcome, c.id is not null and r.input->'research' is not null as is_held
  from engine.runs r
  left join engine.research_calls c on c.tenant_id = r.tenant_id and c.run_id = r.id and c.id = $3
  where r.tenant_id = $1 and r.id = $2`;

/**
 * Stores the first outcome and adds its price to the run, or releases the price if nothing was
 * billed.
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

/** The locks are taken in the order of calls to models: run, call, budget, day. */
const settle = `
  with charged as (
    select id as run_id from engine.runs where tenant_id = $1 and id = $2 for no key update
  ), call as (
    update engine.research_calls c set outcome = $4::json,
      cost_nano_usd = case when $5::boolean then held.cost_nano_usd else 0 end
    from engine.research_calls held, charged
    where c.tenant_id = $1 and c.run_id = charged.run_id and c.id = $3 and c.outcome is null
      and held.tenant_id = c.tenant_id and held.run_id = c.run_id and held.id = c.id
    returning c.id, c.task_id, c.agent_slug, c.cost_nano_usd, held.cost_nano_usd as held_nano_usd, c.paying_day
  ), run as (
    update engine.runs r set cost_nano_usd = r.cost_nano_usd + call.cost_nano_usd,
      last_event = r.last_event + case when r.status in ('running', 'paused') then 1 else 0 end
    from call where r.tenant_id = $1 and r.id = $2 and call.cost_nano_usd > 0
    returning r.id, r.status, r.last_event, r.cost_nano_usd, r.input_tokens, r.output_tokens, r.cached_input_tokens,
      r.steps
  ), budget as (
    update engine.budgets b set spent_nano_usd = b.spent_nano_usd - call.held_nano_usd
    from call where b.tenant_id = $1 and b.engagement_id = $6 and call.cost_nano_usd = 0 and call.held_nano_usd > 0
    returning call.held_nano_usd, call.paying_day
  ), day as (
    update engine.tenant_days d set spent_nano_usd = d.spent_nano_usd - budget.held_nano_usd
    from budget where d.tenant_id = $1 and d.day = budget.paying_day
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
  const [rows] = await database.batchTenant<[{ page: EnginePage }]>(tenantId, [
    selectPages(tenantId, runId, taskIds),
  ]);
  return [...new Map(rows.map(({ page }) => [page.id, page])).values()];
}

const selectPages = (
  tenantId: string,
  runId: string,
  taskIds: readonly string[],
): Statement<{ page: EnginePage }> => ({
  name: 'read_task_pages',
  text: `select outcome->'page' as page from engine.research_calls
    where tenant_id = $1 and run_id = $2 and task_id = any($3) and kind = 'page' and outcome->'page' is not null
    order by created_at, id`,
  values: [tenantId, runId, taskIds],
});
