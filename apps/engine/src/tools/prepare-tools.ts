import type { PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import { maxTurns } from '../agents/prompts/tool-rules.ts';
import type { ToolName } from '../agents/tool-names.ts';
import type { CallClient, CallDependencies, CallTools, OfferedTools, ToolMaterial } from '../call/types/model-call.ts';
import { readDocumentTool } from '../call/types/read-document-tool.ts';
import { searchContextTool } from '../call/types/search-tool.ts';
import type { FinishedTurn, ToolTurn } from '../call/types/tool-types.ts';
import { buildConversation } from './build-conversation.ts';
import { runToolCalls } from './run-tool-calls.ts';

/** Purposes whose calls may use tools. */
const purposesWithTools: readonly PromptPurpose[] = ['amend', 'draft', 'repair', 'revise'];

/**
 * Returns the tools that a call offers: the search if the roster file of its agent allows it, and the reading of documents
 * that the task builds on. The calls of a run offer the same ones, because caches hold them. Null for none.
 */
export function toolsOf(allowed: readonly ToolName[], purpose: PromptPurpose, turns: ToolTurn[]): CallTools | null {
  if (!purposesWithTools.includes(purpose)) return null;
  const definitions = allowed.includes('search_context') ? [searchContextTool, readDocumentTool] : [readDocumentTool];
  return { definitions, turns };
}

/**
 * Prepares the tools of a call: its earlier turns with their results, as messages. Executes what the turns asked for.
 * Returns the UTF-8 bytes of turns and tools, which bound their input tokens.
 */
export async function prepareTools(
  services: CallDependencies,
  client: CallClient,
  tools: CallTools,
  material: ToolMaterial,
  fence: string,
): Promise<{ offer: OfferedTools; bytes: number }> {
  const finished: FinishedTurn[] = [];
  for (const [at, turn] of tools.turns.entries()) {
    const callKey = `${client.callKey.replace(/:turn\d+$/, '')}:${at + 1}`;
    finished.push(await runToolCalls(services, { ...client, callKey }, material, turn));
  }
  const { turns, bytes } = buildConversation(finished, textsOf(material), fence, material.spareBytes);
  const toolBytes = Buffer.byteLength(JSON.stringify(tools.definitions));
  const open = finished.length < maxTurns - 1;
  return { offer: { tools: tools.definitions, open, turns }, bytes: bytes + toolBytes };
}

/** Returns the texts that tools find passages in: the sources, then the documents. */
function textsOf({ sources, documents }: ToolMaterial): SourceDocument[] {
  const earlier = documents.map(({ taskName, filename, content }) => {
    return { id: filename, title: filename, location: `earlier document: ${taskName}`, text: content };
  });
  return [...sources, ...earlier];
}
