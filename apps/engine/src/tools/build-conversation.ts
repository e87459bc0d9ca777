import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import type { ModelMessage, ToolCallPart } from 'ai';
import { renderToolResults } from './render-tool-result.ts';
import type { FinishedTurn } from '../call/types/tool-types.ts';

/** Bytes of found words that one turn brings in at most. */
const turnBytes = 12_000;

/** The messages of a call with what was searched before, and their UTF-8 bytes as an upper bound. */
export interface Conversation {
  messages: ModelMessage[];
  bytes: number;
}

/**
 * Puts the assignment and the turns before together as messages. Found words get at most `spareBytes` in all, so that
 * the whole stays payable. Pure: the same turns, sources and fence give the same messages.
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
