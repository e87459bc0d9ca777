import type { CallClient, CallDependencies, ToolMaterial } from '../call/types/model-call.ts';
import { defaultHits } from '../call/types/search-tool.ts';
import type { FinishedTurn, ToolCall, ToolResult, ToolTurn } from '../call/types/tool-types.ts';
import { searchSources } from '../context/search-sources.ts';
import { emitEvent } from '../kernel/events/emit-event.ts';
import { findSection } from './find-section.ts';

/** Most passages of all searches of one turn together, and the least that each search gets. */
const hitsPerTurn = 12;
const minHits = 2;

/**
 * Executes the tool calls of a recorded turn and logs each one and each refusal. Safe to repeat: the same turn over the same
 * material finds the same and is logged once.
 */
export async function runToolCalls(
  services: CallDependencies,
  client: CallClient,
  { sources, documents }: Pick<ToolMaterial, 'sources' | 'documents'>,
  turn: ToolTurn,
): Promise<FinishedTurn> {
  const searches = turn.toolCalls.filter(({ name, refusal }) => refusal === null && name !== 'read_document').length;
  const share = Math.max(minHits, Math.floor(hitsPerTurn / Math.max(1, searches)));
  const results: ToolResult[] = [];
  for (const [at, call] of turn.toolCalls.entries()) {
    const isRefused = call.refusal !== null;
    const message = isRefused ? `was refused a call of the tool ${call.name}: ${call.refusal}` : await execute(call);
    const agent = services.roster.find(client.agentSlug)?.name ?? client.agentSlug;
    await emitEvent(services.database, client, `search:${client.callKey}:${at + 1}`, {
      type: 'log',
      level: isRefused ? 'warning' : 'info',
      code: isRefused ? 'tool_refused' : 'sources_searched',
      agent: client.agentSlug,
      taskId: client.taskId,
      message: `${agent} ${message}`,
    });
  }
  return { ...turn, results };

  async function execute(call: ToolCall): Promise<string> {
    return call.name === 'read_document' ? read(call) : search(call);
  }

  function read({ id, input: { file = '', section = 0 } }: ToolCall): string {
    const found = findSection(documents, file, section);
    const hits = found ? [{ ...found, source: sources.length + found.document }] : [];
    results.push({ callId: id, hits, semantic: false });
    return `${found ? 'read' : 'did not find'} section ${section} of ${file}`;
  }

  async function search({ id, input }: ToolCall): Promise<string> {
    const { query = '', limit = defaultHits } = input;
    const { hits, semantic } = await searchSources(services, client, sources, { query, limit: Math.min(limit, share) });
    results.push({ callId: id, hits, semantic });
    const found = new Set(hits.map(({ source }) => source)).size;
    return `searched the sources${semantic ? ' by words and meaning' : ''} for "${query}": ${describe(hits.length, found)}`;
  }
}

function describe(passages: number, sources: number): string {
  if (passages === 0) return 'nothing found';
  return `${passages} passage${passages === 1 ? '' : 's'} in ${sources} source${sources === 1 ? '' : 's'}`;
}
