import type { PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { RenderedPrompt } from '../agents/prompts/render-prompt.ts';
import { maxTurns } from '../agents/prompts/search-rules.ts';
import type { ToolName } from '../agents/tool-names.ts';
import type { CallDependencies, CallTools, OfferedTools } from '../call/types/model-call.ts';
import { searchContextTool } from '../call/types/search-tool.ts';
import type { FinishedTurn, ToolTurn } from '../call/types/tool-types.ts';
import type { EmbeddingClient } from '../context/embed-batch.ts';
import { buildConversation } from './build-conversation.ts';
import { runToolCalls } from './run-tool-calls.ts';

/** Most bytes of prompt and search results together. It avoids every provider's price for long prompts. */
const maxBytes = 200_000;

/** Purposes whose calls may search if the roster file of the agent allows it. */
const searchingPurposes: readonly PromptPurpose[] = ['amend', 'consult', 'draft', 'revise'];

/** Returns the tools that a call offers: those of its agent's roster file, for purposes that search. Null for none. */
export function toolsOf(allowed: readonly ToolName[], purpose: PromptPurpose, turns: ToolTurn[]): CallTools | null {
  if (!searchingPurposes.includes(purpose)) return null;
  const definitions = [searchContextTool].filter(({ name }) => allowed.includes(name));
  return definitions.length > 0 ? { definitions, turns } : null;
}

/**
 * Prepares what a call sends besides its prompt: the tools and the earlier turns with their results. Executes their
 * searches. Returns the offer and the UTF-8 bytes of everything that is sent, which bound the input tokens.
 */
export async function prepareTools(
  services: CallDependencies,
  client: EmbeddingClient & { callKey: string },
  tools: CallTools,
  sources: SourceDocument[],
  prompt: RenderedPrompt,
  fence: string,
): Promise<{ offer: OfferedTools; promptBytes: number }> {
  const turns: FinishedTurn[] = [];
  for (const [at, turn] of tools.turns.entries()) {
    const callKey = `${client.callKey.replace(/:turn\d+$/, '')}:${at + 1}`;
    turns.push(await runToolCalls(services, { ...client, callKey }, sources, turn));
  }
  const spareBytes = maxBytes - prompt.promptBytes;
  const { messages, bytes } = buildConversation(prompt.prompt, turns, sources, fence, spareBytes);
  const toolBytes = Buffer.byteLength(JSON.stringify(tools.definitions));
  const open = turns.length < maxTurns - 1;
  const promptBytes = prompt.promptBytes - Buffer.byteLength(prompt.prompt) + bytes + toolBytes;
  return { offer: { tools: tools.definitions, open, messages }, promptBytes };
}
