import type { EngineQuery } from '@ecp/contract/engine/query-access';
import type { LogCode } from '@ecp/contract/values/log-entries';
import { describeResult, describeTable } from '../agents/prompts/tables-section.ts';
import type { CallClient, CallDependencies, ToolMaterial } from '../call/types/model-call.ts';
import { defaultHits } from '../call/types/search-tool.ts';
import type { FinishedTurn, ToolCall, ToolResult, ToolTurn } from '../call/types/tool-types.ts';
import { searchSources } from '../context/search-sources.ts';
import { emitEvent } from '../kernel/events/emit-event.ts';
import { findSection } from './find-section.ts';
import { queryIdOf } from './query-id.ts';
import { queryTables } from './query-tables.ts';

/** Most passages of all searches of one turn together, and the least that each search gets. */
const hitsPerTurn = 12;
const minHits = 2;

/** The material of the tools of a call. */
type Material = Pick<ToolMaterial, 'sources' | 'documents' | 'tables'>;

/** The result of a tool call, and its line in the log. */
interface Executed {
  result: ToolResult;
  code: LogCode;
  message: string;
  query?: EngineQuery;
}

/** A finished turn with the results of its queries, which are sources of the document. */
export interface ExecutedTurn {
  turn: FinishedTurn;
  queries: EngineQuery[];
}

/**
 * Executes the tool calls of a recorded turn and logs each one and each refusal. Safe to repeat: the same turn over the
 * same material finds the same, asks the platform nothing twice, and is logged once.
 */
export async function runToolCalls(
  services: CallDependencies,
  client: CallClient,
  material: Material,
  turn: ToolTurn,
): Promise<ExecutedTurn> {
  const searches = turn.toolCalls.filter(({ name, refusal }) => refusal === null && name === 'search_context').length;
  const share = Math.max(minHits, Math.floor(hitsPerTurn / Math.max(1, searches)));
  const executed: Executed[] = [];
  for (const [at, call] of turn.toolCalls.entries()) {
    const done = await execute(services, client, material, { call, share, ordinal: at + 1 });
    executed.push(done);
    const agent = services.roster.find(client.agentSlug)?.name ?? client.agentSlug;
    await emitEvent(services.database, client, `search:${client.callKey}:${at + 1}`, {
      type: 'log',
      level: done.result.kind === 'refusal' ? 'warning' : 'info',
      code: done.code,
      agent: client.agentSlug,
      taskId: client.taskId,
      message: `${agent} ${done.message}`,
    });
  }
  const queries = executed.flatMap(({ query }) => query ?? []);
  return { turn: { ...turn, results: executed.map(({ result }) => result) }, queries };
}

/** A tool call with its place in the turn, from 1, and the passages that it may return. */
interface Asked {
  call: ToolCall;
  share: number;
  ordinal: number;
}

async function execute(
  services: CallDependencies,
  client: CallClient,
  material: Material,
  { call, share, ordinal }: Asked,
): Promise<Executed> {
  if (call.refusal !== null) return refuse(call, call.refusal);
  switch (call.name) {
    case 'read_document':
      return readSection(call, material);
    case 'describe_tables':
      return describe(call, material);
    case 'query_tables':
      return query(services, client, call, ordinal);
    default:
      return search(services, client, material, call, share);
  }
}

function refuse({ id, name }: ToolCall, reason: string): Executed {
  const message = `was refused a call of the tool ${name}: ${reason}`;
  return { result: { callId: id, kind: 'refusal', reason }, code: 'tool_refused', message };
}

function readSection({ id, input }: ToolCall, { sources, documents }: Material): Executed {
  const { file = '', section = 0 } = input;
  const found = findSection(documents, file, section);
  const hits = found ? [{ ...found, source: sources.length + found.document }] : [];
  const message = `${found ? 'read' : 'did not find'} section ${section} of ${file}`;
  return { result: { callId: id, kind: 'passages', hits }, code: 'sources_searched', message };
}

function describe(call: ToolCall, { tables }: Material): Executed {
  const { name } = call.input;
  const asked = name === undefined ? tables : tables.filter((table) => table.name === name);
  if (asked.length === 0) {
    const names = tables.map((table) => `"${table.name}"`).join(', ');
    return refuse(call, `There is no table "${name ?? ''}". The tables are: ${names}.`);
  }
  const result = {
    callId: call.id,
    kind: 'text' as const,
    label: 'tables',
    text: asked.map(describeTable).join('\n\n'),
  };
  const message = `read the description of ${asked.length} table${asked.length === 1 ? '' : 's'}`;
  return { result, code: 'sources_searched', message };
}

async function query(
  services: CallDependencies,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<Executed> {
  const { sql = '', title = '' } = call.input;
  const outcome = await queryTables(services, client, { id: queryIdOf(client, ordinal), sql, title });
  if ('refused' in outcome) return refuse(call, outcome.refused);
  const { id, rows, truncated } = outcome.query;
  const label = `result of Query ${id}`;
  const told = `${rows.length}${truncated ? ' and more' : ''} row${rows.length === 1 && !truncated ? '' : 's'}`;
  return {
    result: { callId: call.id, kind: 'text', label, text: describeResult(outcome.query) },
    code: 'tables_queried',
    message: `queried the tables for "${title}": ${told} (Query ${id})`,
    query: outcome.query,
  };
}

async function search(
  services: CallDependencies,
  client: CallClient,
  { sources }: Material,
  { id, input }: ToolCall,
  share: number,
): Promise<Executed> {
  const { query: words = '', limit = defaultHits } = input;
  const asked = { query: words, limit: Math.min(limit, share) };
  const { hits, semantic } = await searchSources(services, client, sources, asked);
  const found = new Set(hits.map(({ source }) => source)).size;
  const message = `searched the sources${semantic ? ' by words and meaning' : ''} for "${words}": ${count(hits.length, found)}`;
  return { result: { callId: id, kind: 'passages', hits }, code: 'sources_searched', message };
}

function count(passages: number, sources: number): string {
  if (passages === 0) return 'nothing found';
  return `${passages} passage${passages === 1 ? '' : 's'} in ${sources} source${sources === 1 ? '' : 's'}`;
}
