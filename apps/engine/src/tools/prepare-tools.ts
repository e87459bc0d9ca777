import type { PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import { roundsOf } from '../agents/prompts/tools/tool-rules.ts';
import type { ToolName } from '../agents/tool-names.ts';
import { readablePage, readableQuery } from '../call/readable-sources.ts';
import { calculateTool } from '../call/types/calculate-tool.ts';
import { noteConflictTool } from '../call/types/conflict-tool.ts';
import type {
  CallClient,
  CallDependencies,
  CallTools,
  Found,
  PreparedTools,
  ToolMaterial,
} from '../call/types/model-call.ts';
import { askQuestionTool } from '../call/types/question-tool.ts';
import { readDocumentTool } from '../call/types/read-document-tool.ts';
import { researchTools } from '../call/types/research-tools.ts';
import { searchContextTool } from '../call/types/search-tool.ts';
import { tableTools } from '../call/types/table-tools.ts';
import type { FinishedTurn, ToolTurn } from '../call/types/tool-types.ts';
import { buildConversation } from './build-conversation.ts';
import { runToolCalls } from './run-tool-calls.ts';

/** Purposes whose calls may use tools. */
const purposesWithTools: readonly PromptPurpose[] = ['amend', 'draft', 'repair', 'revise'];

/**
 * Returns the tools that a call may offer: all, but the search of sources only if the roster file of its agent allows
 * it. The calls that see the sources offer the same ones, because caches hold them; a repair, which sees none, neither
 * asks people nor reports conflicts. Null for a purpose without tools.
 */
export function toolsOf(allowed: readonly ToolName[], purpose: PromptPurpose, turns: ToolTurn[]): CallTools | null {
  if (!purposesWithTools.includes(purpose)) return null;
  const search = allowed.includes('search_context') ? [searchContextTool] : [];
  return {
    definitions: [
      ...search,
      readDocumentTool,
      calculateTool,
      ...tableTools,
      ...(purpose === 'repair' ? [] : [askQuestionTool, noteConflictTool]),
      ...researchTools,
    ],
    turns,
  };
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
): Promise<PreparedTools> {
  const finished: FinishedTurn[] = [];
  const found: Found = { queries: [], pages: [], questionIds: [] };
  for (const [at, turn] of tools.turns.entries()) {
    const read = [...material.read, ...found.pages.map(readablePage), ...found.queries.map(readableQuery)];
    const executed = await runToolCalls(services, toolClient(client, at + 1), { ...material, read }, turn);
    finished.push(executed.turn);
    found.queries.push(...executed.found.queries);
    found.pages.push(...executed.found.pages);
    found.questionIds.push(...executed.found.questionIds);
  }
  const left = (turn: number) => countRoundsLeft(finished, turn, roundsOf(material.doesResearch));
  const { spareBytes } = material;
  const { turns, bytes } = buildConversation(finished, textsOf(material), fence, { spareBytes, roundsLeft: left });
  const toolBytes = Buffer.byteLength(JSON.stringify(tools.definitions));
  const open = left(finished.length) > 0;
  return { offer: { tools: tools.definitions, open, turns }, bytes: bytes + toolBytes, found };
}

/**
 * Counts the rounds that are left after a turn, from 0. A failure in the last round gives one more, in which the call
 * may be made otherwise.
 */
function countRoundsLeft(finished: readonly FinishedTurn[], turn: number, rounds: number): number {
  const failed = finished[rounds - 1]?.results.some(({ kind }) => kind === 'refusal') === true;
  return Math.max(0, rounds + (turn >= rounds && failed ? 1 : 0) - turn);
}

/**
 * Returns the client of a turn's tools. Its key is the call's own with the number of the turn, from 1, so that a
 * repeated call names the same records.
 */
export function toolClient(client: CallClient, turn: number): CallClient {
  return { ...client, callKey: `${client.callKey.replace(/:turn\d+$/, '')}:${turn}` };
}

/** Returns the texts that tools find passages in: the sources, then the documents. */
function textsOf({ sources, documents }: ToolMaterial): SourceDocument[] {
  const earlier = documents.map(({ taskName, filename, content }) => {
    return { id: filename, title: filename, location: `earlier document: ${taskName}`, text: content };
  });
  return [...sources, ...earlier];
}
