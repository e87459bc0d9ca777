import type { ReadPageAnswer, SearchWebAnswer } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import { wordsOf } from '../../material/research/calls/call-rows.ts';
import { describePage } from '../agents/prompts/found-material.ts';
import { sanitizeAnswer } from '../call/answers.ts';
import { lockedMoney, openDay } from '../call/budget.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { ToolCall } from '../call/tool-types.ts';
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
  const outcome = await searchWeb(services, client, {
    id: toolCallId('s', client, ordinal),
    query,
  });
  if ('refused' in outcome) return refuseCall(call, outcome.refused);
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
  const outcome = await readPage(services, client, { id: toolCallId('p', client, ordinal), url });
  if ('refused' in outcome) return refuseCall(call, outcome.refused);
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
    findingId: page.id,
  };
}

const notPossible = {
  refused: 'Research is not possible in this engagement, or its budget is used up.',
};

/** A page may wait for robots.txt and for its turn at the host. */
const webLimits: MaterialLimits = {
  timeoutMs: 90_000,
  subject: 'The web',
  advice: 'Read another page.',
};

/**
 * Searches the web, once. A failure is recorded as an outcome, so that the model can change its
 * words. A search that gave no answer, or that Stop has ended, counts as billed.
 */
async function searchWeb(
  { database, material, inFlight, maxTenantNanoUsdPerDay }: EngineServices,
  client: CallClient,
  search: AskedSearch,
): Promise<SearchWebAnswer | typeof notPossible> {
  if (!(await holdSearch(database, client, search, maxTenantNanoUsdPerDay))) return notPossible;
  const { agentSlug, taskId } = client;
  const { signal, done } = inFlight.begin(client);
  try {
    const searching = material.searchWeb(client, { ...search, agentSlug, taskId });
    const answer = await askMaterial(searching, webLimits, signal);
    const outcome =
      'value' in answer ? answer.value : await material.interruptSearch(client, search.id);
    await settleSearch(database, client, search.id);
    return sanitizeAnswer(outcome) as SearchWebAnswer;
  } finally {
    done();
  }
}

/** Reads a page, once. A failure is recorded as an outcome. */
async function readPage(
  { database, material, inFlight }: EngineServices,
  client: CallClient,
  page: { id: string; url: string },
): Promise<ReadPageAnswer> {
  if (!(await mayRead(database, client))) return notPossible;
  const { agentSlug, taskId } = client;
  const { signal, done } = inFlight.begin(client);
  try {
    const reading = material.readPage(client, { ...page, agentSlug, taskId });
    const answer = await askMaterial(reading, webLimits, signal);
    const outcome =
      'value' in answer ? answer.value : await material.interruptRead(client, page.id);
    return sanitizeAnswer(outcome) as ReadPageAnswer;
  } finally {
    done();
  }
}

export interface AskedSearch {
  id: string;
  query: string;
}

const runDoesResearch = `id = $2 and status in ('running', 'paused') and stop_requested_at is null
      and input->'research' is not null`;

/** Returns whether a run does research and is not over. */
async function mayRead(database: Database, { tenantId, runId }: RunRef): Promise<boolean> {
  const [rows] = await database.batchTenant<[{ id: string }]>(tenantId, [
    {
      name: 'run_does_research',
      text: `select id from engine.runs where tenant_id = $1 and ${runDoesResearch}`,
      values: [tenantId, runId],
    },
  ]);
  return rows.length > 0;
}

/**
 * Reserves the price of a search as spent, once, so that no crash or parallel call spends it again.
 * Returns false if it may not be made: the run does no research, is over, or has too little money
 * left. The operator pays searches, also of a tenant with model keys of its own: `dayLimitNanoUsd`
 * is null without a limit.
 */
export async function holdSearch(
  database: Database,
  { tenantId, runId, engagementId, taskId, agentSlug }: CallClient,
  { id, query }: AskedSearch,
  dayLimitNanoUsd: number | null,
): Promise<boolean> {
  const values = [
    tenantId,
    runId,
    id,
    taskId,
    agentSlug,
    query,
    wordsOf(query),
    engagementId,
    dayLimitNanoUsd,
  ];
  if (dayLimitNanoUsd !== null) await database.batchTenant(tenantId, [openDay(tenantId)]);
  const [, [row]] = await database.batchTenant<[{ id: string }, { isHeld: boolean }]>(tenantId, [
    { name: 'hold_search', text: hold, values },
    { name: 'is_search_held', text: isHeld, values: [tenantId, runId, id] },
  ]);
  return row?.isHeld ?? false;
}

const hold = `
  with run as (
    select (input->'research'->>'searchNanoUsd')::bigint as price from engine.runs
    where tenant_id = $1 and ${runDoesResearch}
    for share
  ), ${lockedMoney('$9', '$8')}, budget as (
    update engine.budgets b set spent_nano_usd = b.spent_nano_usd + run.price from run left join day on true
    where b.tenant_id = $1 and b.engagement_id = $8
      and b.spent_nano_usd + b.reserved_nano_usd + run.price <= b.limit_nano_usd
      and ($9::bigint is null or day.spent_nano_usd + day.reserved_nano_usd + run.price <= $9::bigint)
      and not exists (select from platform.searches where tenant_id = $1 and id = $3)
    returning run.price
  ), paying as (
    update engine.tenant_days d set spent_nano_usd = d.spent_nano_usd + budget.price from budget, day
    where d.tenant_id = $1 and d.day = day.day
  )
  insert into platform.searches
    (id, tenant_id, engagement_id, run_id, agent_slug, task_id, query, words, state, held_nano_usd, paying_day)
  select $3, $1, $8, $2, $5, $4, $6, $7, 'held', price, day.day from budget left join day on true
  returning id`;

const isHeld = `
  select exists (select from platform.searches where tenant_id = $1 and run_id = $2 and id = $3)
    and input->'research' is not null as "isHeld"
  from engine.runs where tenant_id = $1 and id = $2`;

/**
 * Adds the price of a search that has ended to the run, or releases it if nothing was billed, once.
 */
export async function settleSearch(
  database: Database,
  { tenantId, runId, engagementId }: CallClient,
  id: string,
): Promise<void> {
  const values = [tenantId, runId, id, engagementId];
  await database.batchTenant(tenantId, [{ name: 'settle_search', text: settle, values }]);
}

/** The locks are taken in the order of calls to models: run, call, budget, day. */
const settle = `
  with charged as (
    select id as run_id from engine.runs where tenant_id = $1 and id = $2 for no key update
  ), call as (
    update platform.searches c set held_nano_usd = null,
      cost_nano_usd = case when held.paid then held.held_nano_usd else 0 end
    from platform.searches held, charged
    where c.tenant_id = $1 and c.run_id = charged.run_id and c.id = $3 and c.held_nano_usd is not null
      and c.state in ('found', 'refused') and held.tenant_id = c.tenant_id and held.id = c.id
    returning c.id, c.task_id, c.agent_slug, c.cost_nano_usd, held.held_nano_usd, c.paying_day
  ), run as (
    update engine.runs r set cost_nano_usd = r.cost_nano_usd + call.cost_nano_usd,
      last_event = r.last_event + case when r.status in ('running', 'paused') then 1 else 0 end
    from call where r.tenant_id = $1 and r.id = $2 and call.cost_nano_usd > 0
    returning r.id, r.status, r.last_event, r.cost_nano_usd, r.input_tokens, r.output_tokens, r.cached_input_tokens,
      r.steps
  ), budget as (
    update engine.budgets b set spent_nano_usd = b.spent_nano_usd - call.held_nano_usd
    from call where b.tenant_id = $1 and b.engagement_id = $4 and call.cost_nano_usd = 0 and call.held_nano_usd > 0
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
