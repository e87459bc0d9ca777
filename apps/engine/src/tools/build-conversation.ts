import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import type { ModelMessage, ToolCallPart } from 'ai';
import type { FinishedTurn } from '../call/types/tool-types.ts';
import { renderToolResults } from './render-tool-result.ts';

/** Most bytes of search results in one turn. */
const turnBytes = 12_000;

/** The messages of a call with earlier searches, and an upper bound of their UTF-8 bytes. */
export interface Conversation {
  messages: ModelMessage[];
  bytes: number;
}

/**
 * Builds the messages from the assignment and the earlier turns. All search results together get at most `spareBytes`, so
 * that the call stays payable. Pure: the same turns, sources and fence give the same messages.
 */
export function buildConversation(
  prompt: string,
  turns: FinishedTurn[],
  sources: SourceDocument[],
  fence: string,
  spareBytes: number,
): Conversation {
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  const perTurn = Math.min(turnBytes, Math.max(0, Math.floor(spareBytes / Math.max(1, turns.length))));
  for (const turn of turns) {
    const results = renderToolResults(turn, sources, fence, perTurn);
    const said = turn.text.trim() === '' ? [] : [{ type: 'text' as const, text: turn.text }];
    const calls = turn.toolCalls.map(({ id, name, input, providerOptions }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
      ...(providerOptions !== undefined && {
        providerOptions: providerOptions as ToolCallPart['providerOptions'] & object,
      }),
    }));
    messages.push({ role: 'assistant', content: [...said, ...calls] });
    const content = turn.toolCalls.map(({ id, name }, at) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: 'text' as const, value: results[at] ?? '' },
    }));
    messages.push({ role: 'tool', content });
  }
  return { messages, bytes: Buffer.byteLength(JSON.stringify(messages.slice(1))) + Buffer.byteLength(prompt) };
}
