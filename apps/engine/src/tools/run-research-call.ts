import { describePage } from '../agents/prompts/tools/found-sections.ts';
import type { CallClient, CallDependencies } from '../call/types/model-call.ts';
import type { ToolCall } from '../call/types/tool-types.ts';
import { type ExecutedCall, refuseCall } from './executed-call.ts';
import { researchWeb } from './research-web.ts';
import { toolCallId } from './tool-call-id.ts';

/** Searches the web for an agent. Its results tell where to read, and are no sources. */
export async function runWebSearch(
  services: CallDependencies,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { query = '' } = call.input;
  const outcome = await researchWeb(services, client, {
    ...{ id: toolCallId('s', client, ordinal), kind: 'search' },
    asked: query,
  });
  if (!('hits' in outcome)) return refuseCall(call, 'refused' in outcome ? outcome.refused : '');
  const { hits } = outcome;
  const lines = hits.map(({ title, url, snippet }, at) => `${at + 1}. ${title}\n   ${url}\n   ${snippet}`);
  const text = hits.length === 0 ? 'Nothing was found. Try other words.' : lines.join('\n');
  return {
    result: { callId: call.id, kind: 'text', label: 'search results', text },
    code: 'web_searched',
    message: `searched the web for "${query}": ${hits.length} result${hits.length === 1 ? '' : 's'}`,
  };
}

/** Reads a page of the web for an agent, from a position in its text. */
export async function runPageReading(
  services: CallDependencies,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { url = '', from = 0 } = call.input;
  const outcome = await researchWeb(services, client, {
    ...{ id: toolCallId('p', client, ordinal), kind: 'page' },
    asked: url,
  });
  if (!('page' in outcome)) return refuseCall(call, 'refused' in outcome ? outcome.refused : '');
  const { page } = outcome;
  const position = from === 0 ? '' : `\nFrom character ${from} of ${page.text.length}:`;
  return {
    result: {
      ...{ callId: call.id, kind: 'text', label: 'page' },
      text: `${describePage(page)}\nText:${position}\n${page.text.slice(from)}`,
    },
    code: 'page_read',
    message: `read the page "${page.title}" (${page.url})`,
    page,
  };
}
